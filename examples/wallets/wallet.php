<?php
// SPDX-License-Identifier: Apache-2.0
// An operator's wallet in one file, with PHP 8.1 (64 bits) and its SQLite alone: every transaction
// once, refused and cancelled ids remembered, money as integers.
//
//   WALLET_KEY=rk_… DATABASE=wallet.sqlite php -S 127.0.0.1:4000 wallet.php

declare(strict_types=1);

const CURRENCIES = ['UAH', 'USD', 'EUR', 'RUB'];
const OPENING_MINOR = 1_000_00;
const BODY_MAX_BYTES = 64 * 1024;
const CLOCKS_DIFFER_MAX_S = 300;

final class Refusal extends Exception
{
    public function __construct(string $code, public readonly int $status = 200)
    {
        parent::__construct($code);
    }
}

function invalid(): Refusal
{
    return new Refusal('INVALID_REQUEST', 400);
}

function textOf(mixed $value): string
{
    return is_string($value) && $value !== '' ? $value : throw invalid();
}

/** Reads a number by its digits: 0.29 is 29, without any floating point. */
function minorOf(mixed $value): int
{
    $form = '/^#(0|[1-9][0-9]{0,16})(?:\.([0-9]{1,2}))?$/D';
    if (!is_string($value) || !preg_match($form, $value, $found)) {
        throw invalid();
    }
    $digits = ltrim($found[1] . str_pad($found[2] ?? '', 2, '0'), '0');
    $isTooLarge = strlen($digits) > 18 && strcmp($digits, (string) PHP_INT_MAX) > 0;
    return $isTooLarge ? throw new Refusal('BALANCE_TOO_LARGE') : (int) $digits;
}

/** JSON in which each number became a text: `#` and its digits. */
function parse(string $body): mixed
{
    json_decode($body, true, 16, JSON_THROW_ON_ERROR);
    $token = '/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"|-?[0-9][0-9.eE+-]*+/s';
    $marked = preg_replace_callback(
        $token,
        fn (array $found) => $found[0][0] === '"' ? $found[0] : "\"#{$found[0]}\"",
        $body,
    );
    return json_decode($marked ?? '', true, 16, JSON_THROW_ON_ERROR);
}

function answer(array $call, string $currency): string
{
    $method = $call['method'] ?? null;
    if ($method === 'freespins_finished') {
        return '{"status":"ok"}';
    }
    if (!in_array($method, ['session_info', 'round_info', 'bet', 'win', 'refund'], true)) {
        throw invalid();
    }
    $account = $currency . ' ' . textOf($call['player_id'] ?? null);
    $db = open();
    $db->exec('BEGIN IMMEDIATE');
    run($db, 'INSERT OR IGNORE INTO account VALUES (?, ?)', $account, OPENING_MINOR);
    $isMoney = in_array($method, ['bet', 'win', 'refund'], true);
    $refused = $isMoney ? move($db, $account, $method, $call) : null;
    $balance = balanceOf($db, $account);
    $db->exec('COMMIT');
    if ($refused !== null) {
        throw new Refusal($refused);
    }
    $printed = sprintf('%d.%02d', intdiv($balance, 100), $balance % 100);
    return "{\"status\":\"ok\",\"balance\":$printed,\"currency\":\"$currency\"}";
}

/** The code of a refusal, or null: what it wrote is kept in both cases. */
function move(PDO $db, string $account, string $method, array $call): ?string
{
    $amount = minorOf($call['amount'] ?? null);
    $transaction = textOf($call['meta']['transaction'] ?? null);
    $keep = fn (string $id, string $kind, string $fate) => run(
        $db, 'INSERT OR REPLACE INTO operation VALUES (?, ?, ?, ?, ?)',
        $id, $account, $kind, $amount, $fate,
    );
    $known = find($db, $transaction);
    if ($known !== null) {
        return repeat($known, $account, $method, $amount);
    }
    $balance = balanceOf($db, $account);
    if ($method === 'bet') {
        $refusal = refusalOf($account, $balance < $amount);
        $keep($transaction, $method, $refusal === null ? 'done' : 'refused');
        if ($refusal !== null) {
            return $refusal;
        }
        run($db, 'UPDATE account SET balance = ? WHERE id = ?', $balance - $amount, $account);
        return null;
    }
    $credit = $amount;
    if ($method === 'refund') {
        $original = textOf($call['meta']['original_transaction'] ?? null);
        $bet = find($db, $original);
        // Only a bet that was debited and not refunded before gives anything back.
        if ($bet === null || $bet['fate'] !== 'done') {
            $credit = 0;
        } elseif ([$bet['account'], $bet['method'], (int) $bet['amount']] !== [$account, 'bet', $amount]) {
            return 'INVALID_AMOUNT';
        }
    }
    if ($credit > PHP_INT_MAX - $balance) {
        return 'BALANCE_TOO_LARGE';
    }
    if ($method === 'refund') {
        // A bet that never arrived is cancelled too: it is refused when it comes late.
        $keep($original, 'bet', 'cancelled');
    }
    $keep($transaction, $method, 'done');
    run($db, 'UPDATE account SET balance = ? WHERE id = ?', $balance + $credit, $account);
    return null;
}

/** A repeat is answered from the record and moves nothing. */
function repeat(array $known, string $account, string $method, int $amount): ?string
{
    $isSame = [$known['account'], $known['method']] === [$account, $method];
    return match (true) {
        $isSame && $known['fate'] === 'cancelled' => 'TRANSACTION_CANCELLED',
        !$isSame || (int) $known['amount'] !== $amount => 'INVALID_AMOUNT',
        $known['fate'] === 'refused' => refusalOf($account, true),
        default => null,
    };
}

/** Of a bet from which nothing was debited. */
function refusalOf(string $account, bool $isTooLarge): ?string
{
    $blocked = explode(',', getenv('BLOCKED_PLAYERS') ?: '');
    if (in_array(explode(' ', $account, 2)[1], $blocked, true)) {
        return 'PLAYER_BLOCKED';
    }
    return $isTooLarge ? 'INSUFFICIENT_FUNDS' : null;
}

function open(): PDO
{
    // The platform waits two seconds: a longer wait for the database would answer too late.
    $options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => 1];
    $db = new PDO('sqlite:' . (getenv('DATABASE') ?: 'wallet.sqlite'), options: $options);
    $db->exec('CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY, balance INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, account TEXT NOT NULL,
          method TEXT NOT NULL, amount INTEGER NOT NULL, fate TEXT NOT NULL)');
    return $db;
}

function run(PDO $db, string $sql, mixed ...$values): PDOStatement
{
    $statement = $db->prepare($sql);
    $statement->execute($values);
    return $statement;
}

function find(PDO $db, string $transaction): ?array
{
    $query = 'SELECT account, method, amount, fate FROM operation WHERE id = ?';
    return run($db, $query, $transaction)->fetch(PDO::FETCH_ASSOC) ?: null;
}

function balanceOf(PDO $db, string $account): int
{
    return (int) run($db, 'SELECT balance FROM account WHERE id = ?', $account)->fetchColumn();
}

/** One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed. */
function isSigned(string $header, string $body): bool
{
    $keys = array_filter(explode(',', getenv('SIGNING_KEYS') ?: ''));
    if ($keys === []) {
        return true;
    }
    $signatures = explode(',', $header);
    if (!preg_match('/^t=([0-9]{1,12})$/D', array_shift($signatures), $found)) {
        return false;
    }
    $isMatch = false;
    foreach ($keys as $key) {
        $right = 'v1=' . hash_hmac('sha256', "{$found[1]}.$body", $key);
        foreach ($signatures as $given) {
            $isMatch = hash_equals($right, $given) || $isMatch;
        }
    }
    return $isMatch && abs(time() - (int) $found[1]) <= CLOCKS_DIFFER_MAX_S;
}

function handle(string $path, string $header, string $body): string
{
    if (strlen($body) > BODY_MAX_BYTES) {
        throw invalid();
    }
    if (!isSigned($header, $body)) {
        throw new Refusal('UNAUTHORIZED', 401);
    }
    $call = parse($body);
    $key = is_array($call) && is_string($call['api_key'] ?? null) ? $call['api_key'] : '';
    $own = getenv('WALLET_KEY') ?: throw new RuntimeException('WALLET_KEY is missing');
    if (!hash_equals(hash('sha256', $own), hash('sha256', $key))) {
        throw new Refusal('UNAUTHORIZED', 401);
    }
    $currency = substr($path, strrpos($path, '/') + 1);
    $isKnown = in_array($currency, CURRENCIES, true);
    return $isKnown && ($call['currency'] ?? $currency) === $currency
        ? answer($call, $currency)
        : throw invalid();
}

try {
    $body = (string) file_get_contents('php://input', length: BODY_MAX_BYTES + 1);
    $header = $_SERVER['HTTP_X_REELHOUSE_SIGNATURE'] ?? '';
    $text = handle($_SERVER['REQUEST_URI'], $header, $body);
    $status = 200;
} catch (Refusal | JsonException $refusal) {
    $status = $refusal instanceof Refusal ? $refusal->status : 400;
    $code = $refusal instanceof Refusal ? $refusal->getMessage() : 'INVALID_REQUEST';
    $text = json_encode(['status' => 'error', 'message' => $code]);
} catch (Throwable $fault) {
    // Unknown to the platform, which sends the call again.
    error_log($fault::class);
    [$status, $text] = [500, '{"status":"error","message":"INTERNAL_ERROR"}'];
}
http_response_code($status);
header('Content-Type: application/json');
echo $text;
