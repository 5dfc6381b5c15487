"""What is installed, and what to do next."""
