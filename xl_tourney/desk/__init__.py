"""The desk of an event: one page that says what is next, and does it.

A page asks, and gets JSON: ``answers.py`` has what can be asked, ``event.py`` what an event is,
``forms.py`` the forms that the page makes of the commands.  Who asks does not matter: in
``static/`` it is a page with Python in its own browser, for which ``site.py`` writes a folder.
"""
