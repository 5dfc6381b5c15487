"""Tables in files: the rows of a sheet as texts, each where it stands in the file."""
