"""Other programs as judges of native workbooks: what each calculates for every formula cell."""
