"""A report as one page: a single file that needs no network, light or dark, wide or narrow."""

from __future__ import annotations

import jinja2
from markupsafe import Markup

from pontoon_sim import __version__
from pontoon_sim.report.experiments.contents import Contents
from pontoon_sim.report.plots.style import INKS, svg


def page(contents: Contents) -> str:
    """The text of `report.html`."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pontoon_sim.report.experiments", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["whole"] = lambda text: text.replace(" %", "\N{NO-BREAK SPACE}%")
    drawings = [
        {
            "title": shown.title,
            "note": shown.note,
            "svg": Markup(svg(shown.figure, f"p{number}", shown.alt)),
            "width": round(96 * shown.figure.get_figwidth()),
        }
        for number, shown in enumerate(contents.pictures)
    ]
    return environment.get_template("page.html.jinja").render(
        report=contents,
        drawings=drawings,
        inks=[(variable, light, dark) for light, (variable, dark) in INKS.items()],
        version=__version__,
    )
