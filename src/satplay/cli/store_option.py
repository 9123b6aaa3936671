"""``--store``: the database of one command, instead of that of SATPLAY_STORE or the file in SATPLAY_DATA."""

from __future__ import annotations

import click


def _use_store(context: click.Context, option: click.Parameter, url: str | None) -> None:
    """Use a store until the end of the command; its address is given to no one else."""
    if url is not None:
        from satplay.store.location import using

        context.find_root().with_resource(using(url))


store_option = click.option(
    "--store",
    metavar="URL",
    is_eager=True,
    expose_value=False,
    callback=_use_store,
    help="database to use, as postgresql://USER@HOST/NAME",
)
