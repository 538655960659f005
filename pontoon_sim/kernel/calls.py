"""Calling a strategy's compiled function by its address.

One type for every line-up: the kernel compiles once whatever functions sit at the table. With
NUMBA_DISABLE_JIT=1 there are no addresses; then the number is a key of `PLAIN`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # comes with numba
from numba import config, types
from numba.extending import intrinsic

PLAIN: dict[int, Callable[[Any], int]] = {}
"""Plain Python functions by number, for runs without compilation."""

if config.DISABLE_JIT:

    def call_address(address, view):
        return int(PLAIN[int(address)](view))

else:

    @intrinsic
    def call_address(typingctx, address, view):
        """Call `int64 f(view)` at `address`; `view` is a record, handed over as a pointer."""
        signature = types.int64(types.int64, view)

        def codegen(context, builder, signature, args):
            word, pointer = args[0].type, args[1].type
            kind = ir.FunctionType(word, [pointer])
            target = builder.inttoptr(args[0], kind.as_pointer())
            return builder.call(target, [args[1]])

        return signature, codegen
