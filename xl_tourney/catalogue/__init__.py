"""What a declaration is: @function, kinds of arguments, cells and errors, docstrings."""
