"""LibreOffice Calc: the add-in, the Basic forwarders, and how both get into a profile."""
