"""Sub Terra as a scene and as text."""

SYMBOLS: dict[str, str] = {}
