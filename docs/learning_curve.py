"""Draws docs/learning_curve.svg from the figures that examples/stable_baselines.py has measured.

python docs/learning_curve.py
"""

from pathlib import Path

import altair as alt

HERE = Path(__file__).parent
SHARE = alt.Y("share:Q", title="share of the victory against hinted", scale=alt.Scale(domain=[0, 1]))


def drawn() -> alt.LayerChart:
    """Lessons from left to right, each with its 95 % interval; the line is where both are equal."""
    figures = alt.Chart(alt.Data(values=measured())).encode(x=alt.X("steps:Q", title="decisions of the learner"))
    band = figures.mark_area(opacity=0.25).encode(y=alt.Y("low:Q", title=""), y2="high:Q")
    equal = alt.Chart(alt.Data(values=[{"share": 0.5}])).mark_rule(strokeDash=[4, 4]).encode(y="share:Q")
    return (band + figures.mark_line(point=True).encode(y=SHARE) + equal).properties(width=480, height=240)


def measured() -> list[dict[str, float]]:
    lines = (HERE / "learning_curve.csv").read_text(encoding="utf8").split()[1:]
    rows = [[float(word) for word in line.split(",")] for line in lines]
    return [{"steps": n, "share": share, "low": share - off, "high": share + off} for n, share, off in rows]


if __name__ == "__main__":
    drawn().save(HERE / "learning_curve.svg")
