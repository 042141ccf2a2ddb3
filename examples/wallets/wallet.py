# SPDX-License-Identifier: Apache-2.0
"""An operator's wallet in one file, with Python alone: SQLite keeps every transaction and balance.

Every transaction counts once, refused and cancelled ids are remembered, money is an integer.

    WALLET_KEY=rk_… PORT=4000 DATABASE=wallet.sqlite python3 wallet.py
"""

import hashlib
import hmac
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WALLET_KEY = os.environ["WALLET_KEY"]
SIGNING_KEYS = [key for key in os.environ.get("SIGNING_KEYS", "").split(",") if key]
BLOCKED_PLAYERS = [player for player in os.environ.get("BLOCKED_PLAYERS", "").split(",") if player]
DATABASE = os.environ.get("DATABASE", "wallet.sqlite")
CURRENCIES = ("UAH", "USD", "EUR", "RUB")
OPENING_MINOR = 1_000_00
BALANCE_MAX_MINOR = 2**63 - 1
BODY_MAX_BYTES = 64 * 1024
CLOCKS_DIFFER_MAX_S = 300
# The platform waits two seconds: whoever waits longer for the database is answered too late.
LOCK_WAIT_S = 1.5

SCHEMA = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY, balance INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, account TEXT NOT NULL,
  method TEXT NOT NULL, amount INTEGER NOT NULL, fate TEXT NOT NULL);
"""


class Refusal(Exception):
    def __init__(self, code, status=200):
        super().__init__(code)
        self.code, self.status = code, status


class Number(str):
    """A number of a JSON body, as its digits."""


def invalid():
    return Refusal("INVALID_REQUEST", 400)


def text_of(value):
    if isinstance(value, str) and not isinstance(value, Number) and value:
        return value
    raise invalid()


def minor_of(value):
    """Reads a number by its digits: 0.29 is 29, without any floating point."""
    found = re.fullmatch(r"(0|[1-9][0-9]{0,16})(?:\.([0-9]{1,2}))?", value, re.ASCII)
    if not isinstance(value, Number) or found is None:
        raise invalid()
    minor = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    if minor > BALANCE_MAX_MINOR:
        raise Refusal("BALANCE_TOO_LARGE")
    return minor


def answer(call, currency):
    method = call.get("method")
    if method == "freespins_finished":
        return '{"status":"ok"}'
    account = f"{currency} {text_of(call.get('player_id'))}"
    if method not in ("session_info", "round_info", "bet", "win", "refund"):
        raise invalid()
    with closing(sqlite3.connect(DATABASE, timeout=LOCK_WAIT_S, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT OR IGNORE INTO account VALUES (?, ?)", (account, OPENING_MINOR))
        refusal = None
        if method in ("bet", "win", "refund"):
            refusal = move(db, account, method, minor_of(call.get("amount")), call.get("meta"))
        (balance,) = db.execute("SELECT balance FROM account WHERE id = ?", (account,)).fetchone()
        db.execute("COMMIT")
    if refusal is not None:
        raise Refusal(refusal)
    return f'{{"status":"ok","balance":{balance // 100}.{balance % 100:02},"currency":"{currency}"}}'


def move(db, account, method, amount, meta):
    """Returns the code of a refusal, or None: what it wrote is kept in both cases."""
    meta = meta if isinstance(meta, dict) else {}
    transaction = text_of(meta.get("transaction"))

    def find(identity):
        query = "SELECT account, method, amount, fate FROM operation WHERE id = ?"
        return db.execute(query, (identity,)).fetchone()

    def keep(identity, kind, fate):
        row = (identity, account, kind, amount, fate)
        db.execute("INSERT OR REPLACE INTO operation VALUES (?, ?, ?, ?, ?)", row)

    known = find(transaction)
    if known is not None:
        return repeat(known, account, method, amount)
    (balance,) = db.execute("SELECT balance FROM account WHERE id = ?", (account,)).fetchone()
    change = -amount if method == "bet" else amount
    refusal = refusal_of(account, balance + change < 0) if method == "bet" else None
    if refusal is not None:
        keep(transaction, method, "refused")
        return refusal
    if method == "refund":
        original = text_of(meta.get("original_transaction"))
        bet = find(original)
        # Only a bet that was debited and not refunded before gives anything back.
        if bet is None or bet[3] != "done":
            change = 0
        elif bet[:3] != (account, "bet", amount):
            return "INVALID_AMOUNT"
    if balance + change > BALANCE_MAX_MINOR:
        return "BALANCE_TOO_LARGE"
    if method == "refund":
        # A bet that never arrived is cancelled too: it is refused when it comes late.
        keep(original, "bet", "cancelled")
    keep(transaction, method, "done")
    db.execute("UPDATE account SET balance = ? WHERE id = ?", (balance + change, account))
    return None


def repeat(known, account, method, amount):
    """A repeat is answered from the record and moves nothing."""
    known_account, known_method, known_amount, fate = known
    is_same = (known_account, known_method) == (account, method)
    if is_same and fate == "cancelled":
        return "TRANSACTION_CANCELLED"
    if not is_same or known_amount != amount:
        return "INVALID_AMOUNT"
    return refusal_of(account, True) if fate == "refused" else None


def refusal_of(account, is_too_large):
    """Of a bet from which nothing was debited."""
    if account.split(" ", 1)[1] in BLOCKED_PLAYERS:
        return "PLAYER_BLOCKED"
    return "INSUFFICIENT_FUNDS" if is_too_large else None


def is_signed(header, body):
    """One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed."""
    if not SIGNING_KEYS:
        return True
    stamp, *signatures = header.split(",")
    found = re.fullmatch(r"t=([0-9]{1,12})", stamp, re.ASCII)
    if found is None or abs(time.time() - int(found[1])) > CLOCKS_DIFFER_MAX_S:
        return False
    signed = found[1].encode() + b"." + body
    right = [b"v1=" + hmac.new(key.encode(), signed, hashlib.sha256).hexdigest().encode()
             for key in SIGNING_KEYS]
    return any(hmac.compare_digest(given.encode(), one) for given in signatures for one in right)


def is_key(given):
    hashes = [hashlib.sha256(str(key).encode()).digest() for key in (given, WALLET_KEY)]
    return hmac.compare_digest(*hashes)


def handle(path, header, body):
    if not is_signed(header, body):
        raise Refusal("UNAUTHORIZED", 401)
    try:
        call = json.loads(body, parse_int=Number, parse_float=Number)
    except ValueError:
        raise invalid() from None
    if not isinstance(call, dict) or not is_key(call.get("api_key")):
        raise Refusal("UNAUTHORIZED", 401)
    currency = path.rsplit("/", 1)[-1]
    if currency not in CURRENCIES or call.get("currency", currency) != currency:
        raise invalid()
    return answer(call, currency)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10
    # Head and body leave together: sent one after the other, the second waits for a receipt.
    wbufsize = -1

    def do_POST(self):
        try:
            length = self.headers.get("Content-Length", "")
            if not re.fullmatch("[0-9]{1,6}", length) or int(length) > BODY_MAX_BYTES:
                self.close_connection = True
                raise invalid()
            header = self.headers.get("X-Reelhouse-Signature", "")
            status, text = 200, handle(self.path, header, self.rfile.read(int(length)))
        except Refusal as refusal:
            status, text = refusal.status, json.dumps({"status": "error", "message": refusal.code})
        except Exception as fault:  # Unknown to the platform, which sends the call again.
            self.log_error("%s", type(fault).__name__)
            status, text = 500, '{"status":"error","message":"INTERNAL_ERROR"}'
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_request(self, *_):
        """Nothing: a line for each call would hide the faults."""


class Server(ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    with closing(sqlite3.connect(DATABASE)) as first:
        first.executescript(SCHEMA)
    Server(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Handler).serve_forever()
