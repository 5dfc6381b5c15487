"""The check of the installation."""
