"""What a Python program calls: the commands as functions, on files, bytes or openpyxl workbooks.

``import xl_tourney`` has their names; docs/how-to/python.md shows them at work.
"""
