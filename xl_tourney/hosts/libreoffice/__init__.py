"""LibreOffice Calc: the program, its profiles, and our functions in them.

Here is what the engine and the person at the spreadsheet both need: how the program is found and
run (:mod:`.program`), the add-in (:mod:`.addin`, :mod:`.oxt`), the Basic forwarders
(:mod:`.basic`), and how both get into a profile (:mod:`.install`).
"""
