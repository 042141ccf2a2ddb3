// SPDX-License-Identifier: Apache-2.0
// An operator's wallet in one file, with the JDK alone and in memory: every transaction once,
// refused and cancelled ids remembered, money as integers. It loses everything when it ends: a real
// wallet writes the operation and the balance in one database transaction, as wallet.py does.
//
//   WALLET_KEY=rk_… PORT=4000 java Wallet.java

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Wallet {
    static final String WALLET_KEY = System.getenv("WALLET_KEY");
    static final List<String> SIGNING_KEYS = listOf("SIGNING_KEYS");
    static final List<String> BLOCKED_PLAYERS = listOf("BLOCKED_PLAYERS");
    static final List<String> CURRENCIES = List.of("UAH", "USD", "EUR", "RUB");
    static final int BODY_MAX_BYTES = 64 * 1024;
    /** What a method does to the balance. */
    static final Map<String, Integer> SIGN =
            Map.of("session_info", 0, "round_info", 0, "bet", -1, "win", 1, "refund", 1);

    record Call(String method, long amount, String account) {}

    /** The outcome is what repeats are answered: ok, or the code of a refusal. */
    record Operation(Call call, String outcome) {}

    record Answer(int status, String json) {}

    final Map<String, Long> balances = new HashMap<>();
    /** By transaction; never deleted. */
    final Map<String, Operation> operations = new HashMap<>();

    public static void main(String[] args) throws IOException {
        if (WALLET_KEY == null || WALLET_KEY.isEmpty()) {
            throw new IllegalStateException("WALLET_KEY is missing");
        }
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "4000"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", new Wallet()::exchange);
        server.start();
    }

    void exchange(HttpExchange http) throws IOException {
        var answer = refusal("INVALID_REQUEST", 400);
        try {
            answer = handle(http);
        } catch (RuntimeException | GeneralSecurityException error) {
            // A call in another form than the contract's.
        }
        byte[] bytes = answer.json.getBytes(StandardCharsets.UTF_8);
        http.getResponseHeaders().set("Content-Type", "application/json");
        http.sendResponseHeaders(answer.status, bytes.length);
        http.getResponseBody().write(bytes);
        http.close();
    }

    Answer handle(HttpExchange http) throws IOException, GeneralSecurityException {
        byte[] body = http.getRequestBody().readNBytes(BODY_MAX_BYTES + 1);
        if (body.length > BODY_MAX_BYTES) return refusal("INVALID_REQUEST", 400);
        var signature = http.getRequestHeaders().getFirst("X-Reelhouse-Signature");
        if (!isSigned(signature, body)) return refusal("UNAUTHORIZED", 401);
        var call = (Map<?, ?>) new Json(new String(body, StandardCharsets.UTF_8)).value(0);
        if (!isSame(String.valueOf(call.get("api_key")), WALLET_KEY)) {
            return refusal("UNAUTHORIZED", 401);
        }
        var path = http.getRequestURI().getPath();
        var currency = path.substring(path.lastIndexOf('/') + 1);
        var named = call.get("currency");
        if (!CURRENCIES.contains(currency) || named != null && !named.equals(currency)) {
            return refusal("INVALID_REQUEST", 400);
        }
        return answer(call, currency);
    }

    synchronized Answer answer(Map<?, ?> call, String currency) {
        var method = (String) call.get("method");
        if (method.equals("freespins_finished")) return new Answer(200, "{\"status\":\"ok\"}");
        var account = currency + " " + textOf(call.get("player_id"));
        balances.putIfAbsent(account, 1_000_00L);
        var outcome = SIGN.get(method) == 0 ? "ok" : book(call, account);
        if (!outcome.equals("ok")) return refusal(outcome, 200);
        var balance = BigDecimal.valueOf(balances.get(account), 2);
        var json = "{\"status\":\"ok\",\"balance\":%s,\"currency\":\"%s\"}";
        return new Answer(200, json.formatted(balance.toPlainString(), currency));
    }

    /** Books a transaction once. Returns ok or the code of a refusal. */
    String book(Map<?, ?> fields, String account) {
        long amount = minorOf(fields.get("amount"));
        var meta = (Map<?, ?>) fields.get("meta");
        var transaction = textOf(meta.get("transaction"));
        var call = new Call((String) fields.get("method"), amount, account);
        var known = outcomeOf(transaction, call);
        if (known != null) return known;
        long balance = balances.get(account);
        long after = Math.addExact(balance, SIGN.get(call.method) * amount);
        var outcome = after < 0 ? "INSUFFICIENT_FUNDS" : "ok";
        if (call.method.equals("bet") && BLOCKED_PLAYERS.contains(fields.get("player_id"))) {
            outcome = "PLAYER_BLOCKED";
        }
        if (call.method.equals("refund")) {
            var original = textOf(meta.get("original_transaction"));
            var bet = new Call("bet", amount, account);
            var fate = outcomeOf(original, bet);
            if ("INVALID_AMOUNT".equals(fate)) return fate;
            // Only a bet that was debited and not refunded before gives anything back.
            if (!"ok".equals(fate)) after = balance;
            // A bet that never arrived is cancelled too: it is refused when it comes late.
            operations.put(original, new Operation(bet, "TRANSACTION_CANCELLED"));
        }
        operations.put(transaction, new Operation(call, outcome));
        if (outcome.equals("ok")) balances.put(account, after);
        return outcome;
    }

    /** Null: the transaction is new. */
    String outcomeOf(String transaction, Call call) {
        var known = operations.get(transaction);
        if (known == null) return null;
        return known.call.equals(call) ? known.outcome : "INVALID_AMOUNT";
    }

    static Answer refusal(String code, int status) {
        return new Answer(status, "{\"status\":\"error\",\"message\":\"" + code + "\"}");
    }

    static String textOf(Object value) {
        if (value instanceof String text && !text.isEmpty()) return text;
        throw new IllegalArgumentException("not a text");
    }

    /** Reads an amount as a decimal: 0.29 is 29, without any floating point. */
    static long minorOf(Object digits) {
        var text = (String) digits;
        boolean isAmount = text.matches("(0|[1-9][0-9]{0,16})(\\.[0-9]{1,2})?");
        if (!isAmount) throw new IllegalArgumentException("not an amount");
        return new BigDecimal(text).movePointRight(2).longValueExact();
    }

    /** One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed. */
    static boolean isSigned(String header, byte[] body) throws GeneralSecurityException {
        if (SIGNING_KEYS.isEmpty()) return true;
        if (header == null || !header.matches("t=[0-9]{1,12},.*")) return false;
        var parts = header.substring("t=".length()).split(",");
        boolean isOurs = false;
        for (var key : SIGNING_KEYS) {
            var hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            hmac.update((parts[0] + ".").getBytes(StandardCharsets.UTF_8));
            var right = "v1=" + HexFormat.of().formatHex(hmac.doFinal(body));
            for (var given : parts) isOurs |= isSame(given, right);
        }
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(parts[0]);
        return isOurs && Math.abs(age) <= 300;
    }

    /** In constant time. */
    static boolean isSame(String one, String other) throws GeneralSecurityException {
        var sha256 = MessageDigest.getInstance("SHA-256");
        byte[] hash = sha256.digest(one.getBytes(StandardCharsets.UTF_8));
        return MessageDigest.isEqual(hash, sha256.digest(other.getBytes(StandardCharsets.UTF_8)));
    }

    static List<String> listOf(String name) {
        var text = System.getenv().getOrDefault(name, "");
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    /** JSON, because the JDK has no reader of it. A number becomes a text of its digits. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value(int depth) {
            if (depth > 16) throw new IllegalArgumentException("too deep");
            char first = next();
            if (first == '"') return string();
            if (first == '{') return object(depth);
            if (first == '[') return list(depth);
            int start = at - 1;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            var word = text.substring(start, at);
            return word.equals("null") ? null : word;
        }

        Map<String, Object> object(int depth) {
            var fields = new HashMap<String, Object>();
            for (char mark = next(); mark != '}'; mark = next()) {
                if (mark == ',') mark = next();
                if (mark != '"') throw new IllegalArgumentException("not a name");
                var name = string();
                if (next() != ':') throw new IllegalArgumentException("not a field");
                fields.put(name, value(depth + 1));
            }
            return fields;
        }

        /** A wallet reads no list: it is passed over. */
        Object list(int depth) {
            for (char mark = next(); mark != ']'; mark = next()) {
                if (mark != ',') at--;
                value(depth + 1);
            }
            return null;
        }

        /** After its first quote. */
        String string() {
            var read = new StringBuilder();
            for (char letter = take(); letter != '"'; letter = take()) {
                read.append(letter == '\\' ? escaped(take()) : letter);
            }
            return read.toString();
        }

        char escaped(char letter) {
            if (letter != 'u') return "\b\f\n\r\t\"\\/".charAt("bfnrt\"\\/".indexOf(letter));
            at += 4;
            return (char) Integer.parseUnsignedInt(text.substring(at - 4, at), 16);
        }

        /** Throws at the end of the text. */
        char take() {
            return text.charAt(at++);
        }

        /** The next one that is no space. */
        char next() {
            char letter = take();
            while (" \t\r\n".indexOf(letter) >= 0) letter = take();
            return letter;
        }
    }
}
