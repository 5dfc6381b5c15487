"""Features by which teams stand in groups, in places with a name, and go on."""
