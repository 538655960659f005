"""The compiled engine. It sees numpy and numba only, and is called through `pontoon_sim.engine`.

What its functions are given, the same everywhere:

    rules    record of `state.RULES`: the settings as whole numbers, chips where they are money
    lineup   record of `layout.LINEUP`: the strategies by seat
    st       record of `state.TABLE`: all that changes in a table and its deal. Arrays go by seat
             (MAX_SEATS), by position from the banker's left (the banker's is `seats - 1`), or by
             the slot of a hand, `position * MAX_HANDS + hand`
    view     record of `layout.VIEW`: what a function strategy is shown; None when all play from
             tables
    sh       record of `state.SHOOT`: kitty and shoot bets; None where Shoot is off
    control  record of `state.CONTROL`: tables of control variates; None where none are kept
    log      int64, (LOG_ROWS, LOG_WIDTH): the events of one deal; None in plain play
    counterfactual  record of `counterfactual.COUNTERFACTUAL`; None but in the tuner's replays
    tally    record of `state.TALLY`: sums over the deals of a block
    seed     uint64; table `t` of a seed is a function of rules, line-up, seed and `t` alone
    faults   int64, (len(state.FAULT),): filled when an answer of a strategy is not legal
    place    `state.HandPlace`: which hand is meant
    card     0 to 51, `4 * rank + suit`, rank 0 the ace to 12 the king; 255 for none

What may be None is always an argument of its own: numba leaves a branch out by an argument of type
None, and by nothing else, so that no tuple can hold it. The entries (`block`, `league`, `stacked`,
`explore`) take the rest as one `state.Game`.
"""
