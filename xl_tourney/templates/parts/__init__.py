"""What all templates share: tables, theme, pages, charts, the registry."""
