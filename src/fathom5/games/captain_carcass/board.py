SYMBOLS: dict[str, str] = {}
