"""The formats that results can be written in."""

SUFFIXES = {
    "h9": (".h9", ".txt"),
    "opengotha": (".xml",),
    "usebio": (".xml",),
    "trf": (".trf", ".trfx", ".txt"),
    "csv": (".csv",),
}
"""How the names of files end, by format; the first is the usual one."""
