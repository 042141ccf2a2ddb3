<?php
// SPDX-License-Identifier: Apache-2.0
// An operator's wallet in one file, with PHP 8.1 (64 bits) and its SQLite alone: every transaction
// once, refused and cancelled ids remembered, money as integers.
//
//   WALLET_KEY=rk_… DATABASE=wallet.sqlite php -S 127.0.0.1:4000 wallet.php

declare(strict_types=1);

const CURRENCIES = ['UAH', 'USD', 'EUR', 'RUB'];
// What a method does to the balance.
const SIGN = ['session_info' => 0, 'round_info' => 0, 'bet' => -1, 'win' => 1, 'refund' => 1];
// The outcome of an operation is what its repeats are answered: ok, or the code of its refusal.
const SCHEMA = "CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, method TEXT NOT NULL,
      amount INTEGER NOT NULL, account TEXT NOT NULL, outcome TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY,
      balance INTEGER NOT NULL CHECK (typeof(balance) = 'integer'))";

header('Content-Type: application/json');
set_error_handler(fn (int $level, string $text) => throw new ErrorException($text));
set_exception_handler(function (Throwable $error): void {
    error_log($error->getMessage());
    // After a fault of the database the platform sends the call again.
    $error instanceof PDOException ? refuse('INTERNAL_ERROR', 500) : refuse('INVALID_REQUEST', 400);
});

// A longer body is cut, and so it is refused.
$body = (string) file_get_contents('php://input', length: 64 * 1024);
isSigned($_SERVER['HTTP_X_REELHOUSE_SIGNATURE'] ?? '', $body) || refuse('UNAUTHORIZED', 401);
$call = parse($body);
$key = getenv('WALLET_KEY') ?: throw new ErrorException('WALLET_KEY is missing');
$isOurs = hash_equals(hash('sha256', $key), hash('sha256', $call['api_key'] ?? ''));
$isOurs || refuse('UNAUTHORIZED', 401);
$currency = basename($_SERVER['REQUEST_URI']);
$isKnown = in_array($currency, CURRENCIES, true) && ($call['currency'] ?? $currency) === $currency;
$isKnown || refuse('INVALID_REQUEST', 400);
if ($call['method'] === 'freespins_finished') {
    exit('{"status":"ok"}');
}
$account = $currency . ' ' . ($call['player_id'] ?? refuse('INVALID_REQUEST', 400));

// The platform waits two seconds: a longer wait for the database would answer too late.
$file = getenv('DATABASE') ?: 'wallet.sqlite';
$db = new PDO("sqlite:$file", options: [PDO::ATTR_TIMEOUT => 1]);
$db->exec(SCHEMA);
// One transaction for the operation and the balance: both are written, or none.
$db->exec('BEGIN IMMEDIATE');
query('INSERT OR IGNORE INTO account VALUES (?, ?)', $account, 1_000_00);
$outcome = SIGN[$call['method']] === 0 ? 'ok' : book($call, $account);
$balance = query('SELECT balance FROM account WHERE id = ?', $account)->fetchColumn();
$db->exec('COMMIT');
$outcome === 'ok' || refuse($outcome, 200);
$printed = sprintf('%d.%02d', intdiv($balance, 100), $balance % 100);
echo "{\"status\":\"ok\",\"balance\":$printed,\"currency\":\"$currency\"}";

/** Books a transaction once. Returns ok or the code of a refusal. */
function book(array $call, string $account): string
{
    ['method' => $method, 'meta' => $meta] = $call;
    $amount = minorOf($call['amount']);
    $known = outcomeOf($meta['transaction'], $method, $amount, $account);
    if ($known !== null) {
        return $known;
    }
    $change = SIGN[$method] * $amount;
    if ($method === 'refund') {
        $bet = outcomeOf($meta['original_transaction'], 'bet', $amount, $account);
        if ($bet === 'INVALID_AMOUNT') {
            return $bet;
        }
        // Only a bet that was debited and not refunded before gives anything back.
        $change = $bet === 'ok' ? $amount : 0;
        // A bet that never arrived is cancelled too: it is refused when it comes late.
        keep($meta['original_transaction'], 'bet', $amount, $account, 'TRANSACTION_CANCELLED');
    }
    $blocked = explode(',', (string) getenv('BLOCKED_PLAYERS'));
    if ($method === 'bet' && in_array($call['player_id'], $blocked, true)) {
        $outcome = 'PLAYER_BLOCKED';
    } else {
        $move = 'UPDATE account SET balance = balance + ? WHERE id = ? AND balance >= ?';
        $isMoved = query($move, $change, $account, -$change)->rowCount() === 1;
        $outcome = $isMoved ? 'ok' : 'INSUFFICIENT_FUNDS';
    }
    keep($meta['transaction'], $method, $amount, $account, $outcome);
    return $outcome;
}

/** Null: the transaction is new. */
function outcomeOf(string $transaction, mixed ...$call): ?string
{
    $row = query('SELECT * FROM operation WHERE id = ?', $transaction)->fetch(PDO::FETCH_NUM);
    $isSame = $row && array_slice($row, 1, 3) === $call;
    return $row ? ($isSame ? $row[4] : 'INVALID_AMOUNT') : null;
}

function keep(mixed ...$row): void
{
    query('INSERT OR REPLACE INTO operation VALUES (?, ?, ?, ?, ?)', ...$row);
}

function query(string $sql, mixed ...$values): PDOStatement
{
    $statement = $GLOBALS['db']->prepare($sql);
    $statement->execute($values);
    return $statement;
}

function refuse(string $code, int $status): never
{
    http_response_code($status);
    exit("{\"status\":\"error\",\"message\":\"$code\"}");
}

/** JSON in which each number became a text of its digits. The first line refuses broken JSON. */
function parse(string $json): array
{
    json_decode($json, flags: JSON_THROW_ON_ERROR);
    $number = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"(*SKIP)(*FAIL)|-?[0-9][0-9.eE+-]*+/';
    return json_decode(preg_replace($number, '"$0"', $json), true);
}

/** Reads an amount by its digits: 0.29 is 29, without any floating point. */
function minorOf(string $digits): int
{
    preg_match('/^([0-9]{1,17})(?:\.([0-9]{1,2}))?$/D', $digits, $found);
    return ($found[1] . str_pad($found[2] ?? '', 2, '0')) + 0;
}

/** One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed. */
function isSigned(string $header, string $body): bool
{
    $keys = array_filter(explode(',', (string) getenv('SIGNING_KEYS')));
    $signatures = explode(',', substr($header, strlen('t=')));
    $seconds = array_shift($signatures);
    $isOurs = false;
    foreach ($keys as $key) {
        $right = 'v1=' . hash_hmac('sha256', "$seconds.$body", $key);
        foreach ($signatures as $given) {
            $isOurs = $isOurs || hash_equals($right, $given);
        }
    }
    return $keys === [] || $isOurs && abs(time() - (int) $seconds) <= 300;
}
