"""LibreOffice Calc: the program, its profiles, and our functions in them.

What the engine and the user's LibreOffice both need: how the program is found and run
(:mod:`.program`), the add-in (:mod:`.uno_component`, :mod:`.oxt`), the Basic forwarders
(:mod:`.forwarders`), and their installation in a profile (:mod:`.install`).
"""
