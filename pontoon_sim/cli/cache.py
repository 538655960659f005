"""`pontoon cache`: compiled code that is kept between runs."""

from __future__ import annotations

import shutil

import click

from pontoon_sim.base.errors import PontoonError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--clear", is_flag=True, help="Remove all of it; the next run compiles again.")
def command(clear: bool) -> None:
    """Show where compiled code is kept, of this version and of others, or clear it.

    Another version of the program, of Python or of numba has code of its own. Nothing but time is
    lost with it.
    """
    from pontoon_sim.base import compiled_cache

    key = compiled_cache.fingerprint()
    found = compiled_cache.kept()
    if not found:
        click.echo(f"No compiled code is kept in '{compiled_cache.base_folder()}'.")
        return
    for kept in found:
        whose = "this version" if kept.folder.name == key else "another version"
        line = f"{kept.folder}: {kept.files} files, {kept.size / 1e6:,.0f} MB, of {whose}"
        if clear:
            try:
                shutil.rmtree(kept.folder)
            except OSError as error:
                raise PontoonError(f"'{kept.folder}' cannot be removed: {error.strerror}") from None
            line = f"Removed: {line}"
        click.echo(line)
