"""Records of deals: JSON Lines that anyone can audit without this program.

`form` writes and strictly reads them, `audit` deals each record again with the reference engine and
compares every event, payment and card. The compiled engine may not enter: an audit that used it
would believe what it checks.
"""

from pontoon_sim.records.audit import deal_fault, link_fault, verify_records
from pontoon_sim.records.form import RecordFile, read_records, record_lines, write_records

__all__ = [
    "RecordFile",
    "deal_fault",
    "link_fault",
    "read_records",
    "record_lines",
    "verify_records",
    "write_records",
]
