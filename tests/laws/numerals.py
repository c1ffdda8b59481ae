"""Numbers in a text, as digits or as words of either language."""

import re

NUMERALS = re.compile(
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|third|twice|double|dozen|fifty|sixty"
    r"|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|vingt|troisième|cinquante|soixante)\b",
    re.IGNORECASE,
)
