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
from socketserver import ThreadingMixIn
from threading import Lock
from wsgiref.simple_server import WSGIServer, make_server

WALLET_KEY = os.environ.get("WALLET_KEY")
if not WALLET_KEY:
    raise SystemExit("WALLET_KEY is missing")
SIGNING_KEYS = [key for key in os.environ.get("SIGNING_KEYS", "").split(",") if key]
BLOCKED_PLAYERS = os.environ.get("BLOCKED_PLAYERS", "").split(",")
DATABASE = os.environ.get("DATABASE", "wallet.sqlite")
CURRENCIES = ("UAH", "USD", "EUR", "RUB")
# What a method does to the balance.
SIGN = {"session_info": 0, "round_info": 0, "bet": -1, "win": 1, "refund": 1}

one_at_a_time = Lock()
db = sqlite3.connect(DATABASE, isolation_level="IMMEDIATE", check_same_thread=False)
# The outcome of an operation is what its repeats are answered: ok, or the code of its refusal.
db.executescript("""
CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY NOT NULL, method TEXT NOT NULL,
  amount INTEGER NOT NULL, account TEXT NOT NULL, outcome TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY,
  balance INTEGER NOT NULL CHECK (typeof(balance) = 'integer'));
""")
KEEP = "INSERT OR REPLACE INTO operation VALUES (?, ?, ?, ?, ?)"
MOVE = "UPDATE account SET balance = balance + ? WHERE id = ? AND balance >= ?"


def outcome_of(transaction, call):
    """None: the transaction is new."""
    row = db.execute("SELECT * FROM operation WHERE id = ?", (transaction,)).fetchone()
    return row and (row[4] if row[1:4] == call else "INVALID_AMOUNT")


def book(method, amount, account, meta):
    """Books a transaction once. Returns ok or the code of a refusal."""
    call = (method, amount, account)
    known = outcome_of(meta["transaction"], call)
    if known is not None:
        return known
    change = SIGN[method] * amount
    if method == "refund":
        bet = ("bet", amount, account)
        fate = outcome_of(meta["original_transaction"], bet)
        if fate == "INVALID_AMOUNT":
            return fate
        # Only a bet that was debited and not refunded before gives anything back.
        change = amount if fate == "ok" else 0
        # A bet that never arrived is cancelled too: it is refused when it comes late.
        db.execute(KEEP, (meta["original_transaction"], *bet, "TRANSACTION_CANCELLED"))
    outcome = "ok"
    if method == "bet" and account.split(" ", 1)[1] in BLOCKED_PLAYERS:
        outcome = "PLAYER_BLOCKED"
    elif db.execute(MOVE, (change, account, -change)).rowcount == 0:
        outcome = "INSUFFICIENT_FUNDS"
    db.execute(KEEP, (meta["transaction"], *call, outcome))
    return outcome


def handle(environ):
    """HTTP status and JSON of the answer."""
    length = int(environ["CONTENT_LENGTH"])
    body = environ["wsgi.input"].read(length) if 0 <= length <= 64 * 1024 else b""
    if not is_signed(environ.get("HTTP_X_REELHOUSE_SIGNATURE", ""), body):
        return refusal("401 Unauthorized", "UNAUTHORIZED")
    call = json.loads(body, parse_int=str, parse_float=str)
    if not is_same(call.get("api_key", ""), WALLET_KEY):
        return refusal("401 Unauthorized", "UNAUTHORIZED")
    currency, method = environ["PATH_INFO"].split("/")[-1], call["method"]
    if currency not in CURRENCIES or call.get("currency", currency) != currency:
        raise ValueError("not the currency of the address")
    if method == "freespins_finished":
        return "200 OK", '{"status":"ok"}'
    account = currency + " " + call["player_id"]
    # One transaction for the operation and the balance: both are written, or none.
    with one_at_a_time, db:
        db.execute("INSERT OR IGNORE INTO account VALUES (?, ?)", (account, 1_000_00))
        outcome = "ok"
        if SIGN[method] != 0:
            outcome = book(method, minor_of(call["amount"]), account, call["meta"])
        row = db.execute("SELECT balance FROM account WHERE id = ?", (account,)).fetchone()
    if outcome != "ok":
        return refusal("200 OK", outcome)
    balance = f"{row[0] // 100}.{row[0] % 100:02}"
    return "200 OK", f'{{"status":"ok","balance":{balance},"currency":"{currency}"}}'


def refusal(status, code):
    return status, f'{{"status":"error","message":"{code}"}}'


def minor_of(digits):
    """Reads an amount by its digits: 0.29 is 29, without any floating point."""
    whole, cents = re.fullmatch(r"([0-9]{1,17})(?:\.([0-9]{1,2}))?", digits).groups("")
    return int(whole + cents.ljust(2, "0"))


def is_same(one, other):
    hashes = [hashlib.sha256(text.encode()).digest() for text in (one, other)]
    return hmac.compare_digest(*hashes)


def is_signed(header, body):
    """One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed."""
    seconds, *signatures = header[2:].split(",")
    signed = seconds.encode() + b"." + body
    right = [hmac.new(key.encode(), signed, "sha256").hexdigest() for key in SIGNING_KEYS]
    is_ours = any(is_same(given, f"v1={one}") for given in signatures for one in right)
    return not SIGNING_KEYS or (is_ours and abs(time.time() - int(seconds)) <= 300)


def app(environ, start_response):
    try:
        status, text = handle(environ)
    except (AttributeError, KeyError, TypeError, ValueError):  # Not of the contract's form.
        status, text = refusal("400 Bad Request", "INVALID_REQUEST")
    start_response(status, [("Content-Type", "application/json")])
    return [text.encode()]


class Server(ThreadingMixIn, WSGIServer):
    request_queue_size = 128


if __name__ == "__main__":
    make_server("127.0.0.1", int(os.environ.get("PORT", "4000")), app, Server).serve_forever()
