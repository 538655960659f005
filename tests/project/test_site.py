"""The documentation is a site without a dead link, and no page stands outside its navigation."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_site_is_built_strictly(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    for page in pages - {"index"}:
        assert (tmp_path / page / "index.html").exists(), page
    python = (tmp_path / "python" / "index.html").read_text("utf-8")
    assert "Play a game and measure the banker" in python and "edge_initial" in python
