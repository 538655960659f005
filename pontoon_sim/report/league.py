"""A league as text: who is ahead in one sentence, the ranking, who does well at whose table."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from pontoon_sim.leagues.standings import Place, Standings
from pontoon_sim.report.provenance import league_made, print_provenance
from pontoon_sim.report.table import Table, fits, print_tables, table_of_words
from pontoon_sim.report.words import digits, fixed, game_name, interval_word
from pontoon_sim.statistics.estimates import Estimate


def print_league(console: Console, standings: Standings, command: str) -> None:
    """Print the whole report; `command` is what was typed, with every default written out."""
    console.print(Text(headline(standings), style="bold"))
    print_tables(console, tables_of(standings))
    if standings.league.out:
        console.print()
        console.print(Text("Out of the league", style="bold"))
        for out in standings.league.out:
            console.print(Text(f"{out.name}: {out.why}"))
    print_provenance(console, league_made(standings), command)


def headline(standings: Standings) -> str:
    """The answer in one sentence."""
    league, first = standings.league, standings.places[0]
    places = digits(first.net.se)
    low, high = (fixed(x, places, True) for x in (first.net.low, first.net.high))
    rivals = [standings.name(i) for i in standings.not_told_apart(standings.order[0])]
    if len(league.bots) == 1:
        ahead = ""
    elif not rivals:
        ahead = ", ahead of every other beyond doubt"
    elif len(rivals) == len(league.bots) - 1:
        ahead = ", but cannot be told apart from any other yet"
    elif len(rivals) > 3:
        ahead = f", but cannot be told apart from {len(rivals)} others yet"
    else:
        ahead = f", but cannot be told apart from {' and '.join(rivals)} yet"
    who = f"{len(league.bots)} bots" if len(league.bots) > 1 else "one bot"
    against = " against regulars" if league.regulars else ""
    return (
        f"{first.bot.name} leads the league of {who}{against} with"
        f" {fixed(first.net.value, places, True)} chips per 100 deals"
        f" ({interval_word(league.terms.confidence, league.watched)} {low} to {high}){ahead}:"
        f" {game_name(league.rules)}, {league.rules.seats} seats, {league.deals:,} deals."
    )


def tables_of(standings: Standings) -> list[Table]:
    """Every table of the report, in reading order."""
    tables = [ranking(standings)]
    if any(place.shoot.value or place.price.value for place in standings.places):
        tables.append(parts(standings))
    for title, players, bankers in standings.matrices:
        whole = matrix(standings, title, players, bankers)
        ends = extremes(standings, title, players, bankers)
        tables.append(whole if fits(whole) else ends)
    return tables


def _role(figure: Estimate | None, places: int) -> str:
    return "-" if figure is None else fixed(figure.value, places, signed=True)


def ranking(standings: Standings) -> Table:
    """The bots from the first to the last."""
    places = _places(standings)
    rows = [
        [
            str(place.rank),
            place.bot.name,
            place.groups,
            fixed(place.net.value, places, signed=True),
            fixed(place.net.low, places, signed=True),
            fixed(place.net.high, places, signed=True),
            _role(place.as_player, places),
            _role(place.as_banker, places),
        ]
        for place in standings.places
    ]
    interval = interval_word(standings.league.terms.confidence, standings.league.watched)
    return table_of_words(
        "The league",
        ("", "bot", "groups", "net", "from", "to", "player", "banker"),
        rows,
        "Chips won per 100 deals: net in all, player and banker per 100 deals in that role."
        " Bots that share a letter are not significantly different."
        f" from, to: {interval}; the intervals hold for all bots at once, and so do the"
        " letters for all pairs.",
        keys=3,
    )


def _places(standings: Standings) -> int:
    """Decimals that show the least sure net to the second digit of its error; whole chips where it
    is not known to one."""
    widest = max(place.net.se or 0.0 for place in standings.places)
    return 0 if widest >= 1 else digits(widest)


def parts(standings: Standings) -> Table:
    """Where the nets come from in games with shoot bets or a price of the bank."""

    def cells(place: Place) -> list[str]:
        figures = (place.net, place.stakes, place.shoot, place.price)
        nets = [fixed(figure.value, _places(standings), signed=True) for figure in figures]
        return [str(place.rank), place.bot.name, *nets, fixed(100 * place.banked, 1)]

    return table_of_words(
        "Where the nets come from",
        ("", "bot", "net", "stakes", "shoot bets", "bank's price", "bank %"),
        [cells(place) for place in standings.places],
        "Chips per 100 deals, in both roles together; they add up. Bank's price: got for selling"
        " the bank less given for buying it. Bank %: share of its deals at the bank.",
        keys=2,
    )


def matrix(standings: Standings, title: str, players: list[int], bankers: list[int]) -> Table:
    """Every player's net at every banker's table."""
    rank = {person: str(place + 1) for place, person in enumerate(standings.order)}
    rows = [
        [
            rank.get(i, ""),
            standings.name(i),
            *(_cell(standings.meeting(i, j)) for j in bankers),
        ]
        for i in players
    ]
    heads = ["", "player", *(rank.get(j) or standings.name(j) for j in bankers)]
    note = (
        "Rows are players, columns bankers" + (", by rank" if bankers[0] in rank else "") + "."
        " Chips that the player wins per 100 deals at that bank, shoot bets included; the banker"
        " wins as many with the other sign. ?: the sign is unsure (all cells judged at once)."
    )
    if players[0] in rank:  # a regular also meets other regulars, who are not in the matrix
        heads.append("all")
        for row, i in zip(rows, players, strict=True):
            row.append(_role(standings.role(i, "player"), 0))
    if bankers[0] in rank:
        held = [_role(standings.role(j, "banker"), 0) for j in bankers]
        rows.append(["", "the bank's net", *held, *([""] if len(heads) > 2 + len(held) else [])])
        note += " The bank's net: per 100 deals from all its players together."
    return table_of_words(title, heads, rows, note, keys=2)


def _cell(figure: Estimate | None) -> str:
    if figure is None or figure.low is None or figure.high is None:
        return "-"
    return fixed(figure.value, 0, signed=True) + ("?" if figure.low <= 0 <= figure.high else "")


def extremes(standings: Standings, title: str, players: list[int], bankers: list[int]) -> Table:
    """Of a matrix with no room for all of it: each player's best and worst bank, and each banker's
    best and worst guest."""
    rank = {person: str(place + 1) for place, person in enumerate(standings.order)}
    net = {(i, j): standings.meeting(i, j) for i in players for j in bankers}

    def ends(cells: list[tuple[float, int]]) -> list[str]:
        if not cells:
            return ["-"] * 4
        (high, best), (low, worst) = max(cells), min(cells)
        return [
            standings.name(best), fixed(high, 0, True), standings.name(worst), fixed(low, 0, True)
        ]  # fmt: skip

    rows = []
    for i in players:
        row = [(figure.value, j) for j in bankers if (figure := net[i, j]) is not None]
        rows.append([rank.get(i, ""), standings.name(i), "player", *ends(row)])
        if i in bankers:
            guests = [(-figure.value, k) for k in players if (figure := net[k, i]) is not None]
            rows.append(["", "", "banker", *ends(guests)])
    return table_of_words(
        title,
        ("", "bot", "as", "best against", "net", "worst against", "net"),
        rows,
        "Chips won per 100 deals from that banker, or at the own bank from that player, shoot bets"
        " included. Ends of a long list are partly luck. The whole matrix with its errors: --json;"
        " as a picture: --plot.",
        keys=4,
    )
