"""The address of a page as a QR code, to print and hang up in the hall."""

from __future__ import annotations

from ...errors import OptionError


def format_code(address: str) -> str:
    """The code as SVG, in the colours of print.

    Raises
    ------
    OptionError
        The library is missing, or the address is too long.
    """
    try:
        import segno
    except ImportError as error:
        raise OptionError(
            "A QR code of the page's address needs segno: pip install 'xl-tourney[qr]'."
        ) from error
    try:
        made = segno.make_qr(address, error="m")
    except segno.DataOverflowError as error:
        raise OptionError(f"{address}: is too long for a QR code.") from error
    svg: str = made.svg_inline(scale=4, dark="#000", light="#fff", omitsize=True, unit="")
    return svg.replace("<svg ", '<svg role="img" aria-label="QR code" ', 1)
