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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
    static final String WALLET_KEY = environment("WALLET_KEY", "");
    static final List<String> SIGNING_KEYS = list(environment("SIGNING_KEYS", ""));
    static final List<String> BLOCKED_PLAYERS = list(environment("BLOCKED_PLAYERS", ""));
    static final List<String> CURRENCIES = List.of("UAH", "USD", "EUR", "RUB");
    static final long OPENING_MINOR = 1_000_00;
    static final int BODY_MAX_BYTES = 64 * 1024;
    static final int NESTED_MAX = 16;
    static final long CLOCKS_DIFFER_MAX_S = 300;
    static final int THREADS = 8;

    /** What became of a transaction: done, refused or cancelled. */
    record Operation(Account account, String method, long amount, String fate) {}

    record Account(String currency, String player) {}

    static class Refusal extends RuntimeException {
        final int status;

        Refusal(String code, int status) {
            super(code);
            this.status = status;
        }
    }

    final Map<Account, Long> balances = new HashMap<>();
    /** By transaction; never deleted. */
    final Map<String, Operation> operations = new HashMap<>();

    public static void main(String[] args) throws IOException {
        if (WALLET_KEY.isEmpty()) throw new IllegalStateException("WALLET_KEY is missing");
        int port = Integer.parseInt(environment("PORT", "4000"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        var wallet = new Wallet();
        server.createContext("/", wallet::exchange);
        server.start();
    }

    void exchange(HttpExchange call) throws IOException {
        int status = 200;
        String text;
        try {
            byte[] body = call.getRequestBody().readNBytes(BODY_MAX_BYTES + 1);
            if (body.length > BODY_MAX_BYTES) throw invalid();
            var signature = call.getRequestHeaders().getFirst("X-Reelhouse-Signature");
            text = handle(call.getRequestURI().getPath(), signature == null ? "" : signature, body);
        } catch (Refusal refusal) {
            status = refusal.status;
            text = "{\"status\":\"error\",\"message\":\"" + refusal.getMessage() + "\"}";
        } catch (RuntimeException | CharacterCodingException | GeneralSecurityException error) {
            status = 400;
            text = "{\"status\":\"error\",\"message\":\"INVALID_REQUEST\"}";
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        call.getResponseHeaders().set("content-type", "application/json");
        call.sendResponseHeaders(status, bytes.length);
        call.getResponseBody().write(bytes);
        call.close();
    }

    String handle(String path, String signature, byte[] body)
            throws CharacterCodingException, GeneralSecurityException {
        if (!isSigned(signature, body)) throw new Refusal("UNAUTHORIZED", 401);
        var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        if (!(new Json(text).read() instanceof Map<?, ?> fields)) throw invalid();
        if (!isSame(sha256(String.valueOf(fields.get("api_key"))), sha256(WALLET_KEY))) {
            throw new Refusal("UNAUTHORIZED", 401);
        }
        var currency = path.substring(path.lastIndexOf('/') + 1);
        var named = fields.get("currency");
        if (!CURRENCIES.contains(currency) || named != null && !named.equals(currency)) {
            throw invalid();
        }
        return answer(fields, currency);
    }

    synchronized String answer(Map<?, ?> call, String currency) {
        var method = textOf(call.get("method"));
        if (method.equals("freespins_finished")) return "{\"status\":\"ok\"}";
        var account = new Account(currency, textOf(call.get("player_id")));
        switch (method) {
            case "bet", "win", "refund" -> move(account, method, call);
            case "session_info", "round_info" -> {}
            default -> throw invalid();
        }
        var balance = BigDecimal.valueOf(balanceOf(account), 2).toPlainString();
        return "{\"status\":\"ok\",\"balance\":" + balance + ",\"currency\":\"" + currency + "\"}";
    }

    long balanceOf(Account account) {
        return balances.getOrDefault(account, OPENING_MINOR);
    }

    void move(Account account, String method, Map<?, ?> call) {
        long amount = minorOf(call.get("amount"));
        if (!(call.get("meta") instanceof Map<?, ?> meta)) throw invalid();
        var transaction = textOf(meta.get("transaction"));
        var known = operations.get(transaction);
        if (known != null) {
            repeat(known, account, method, amount);
            return;
        }
        long balance = balanceOf(account);
        var refusal = method.equals("bet") ? refusalOf(account, balance < amount) : null;
        if (refusal != null) {
            operations.put(transaction, new Operation(account, method, amount, "refused"));
            throw new Refusal(refusal, 200);
        }
        long change = amount;
        if (method.equals("bet")) change = -amount;
        if (method.equals("refund")) change = refundable(account, amount, meta);
        if (change > Long.MAX_VALUE - balance) throw new Refusal("BALANCE_TOO_LARGE", 200);
        if (method.equals("refund")) {
            // A bet that never arrived is cancelled too: it is refused when it comes late.
            var cancelled = new Operation(account, "bet", amount, "cancelled");
            operations.put(textOf(meta.get("original_transaction")), cancelled);
        }
        operations.put(transaction, new Operation(account, method, amount, "done"));
        balances.put(account, balance + change);
    }

    /** A repeat is answered from the record and moves nothing. */
    void repeat(Operation known, Account account, String method, long amount) {
        boolean isSame = known.account.equals(account) && known.method.equals(method);
        if (isSame && known.fate.equals("cancelled")) {
            throw new Refusal("TRANSACTION_CANCELLED", 200);
        }
        if (!isSame || known.amount != amount) throw new Refusal("INVALID_AMOUNT", 200);
        if (known.fate.equals("refused")) throw new Refusal(refusalOf(account, true), 200);
    }

    /** Of a bet from which nothing was debited; null: it may be. */
    String refusalOf(Account account, boolean isTooLarge) {
        if (BLOCKED_PLAYERS.contains(account.player)) return "PLAYER_BLOCKED";
        return isTooLarge ? "INSUFFICIENT_FUNDS" : null;
    }

    /** Only a bet that was debited and not refunded before gives anything back. */
    long refundable(Account account, long amount, Map<?, ?> meta) {
        var bet = operations.get(textOf(meta.get("original_transaction")));
        if (bet == null || !bet.fate.equals("done")) return 0;
        if (!bet.equals(new Operation(account, "bet", amount, "done"))) {
            throw new Refusal("INVALID_AMOUNT", 200);
        }
        return amount;
    }

    static Refusal invalid() {
        return new Refusal("INVALID_REQUEST", 400);
    }

    static String textOf(Object value) {
        if (value instanceof String text && !text.isEmpty()) return text;
        throw invalid();
    }

    /** Reads a number as a decimal: 0.29 is 29, without any floating point. */
    static long minorOf(Object value) {
        if (!(value instanceof BigDecimal amount) || amount.signum() < 0) throw invalid();
        // Bounded, so that 1e999999999 is not written out.
        if (amount.scale() > 2 || amount.precision() - amount.scale() > 17) throw invalid();
        return amount.movePointRight(2).longValueExact();
    }

    /** One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed. */
    static boolean isSigned(String header, byte[] body) throws GeneralSecurityException {
        if (SIGNING_KEYS.isEmpty()) return true;
        var parts = List.of(header.split(","));
        if (!parts.get(0).matches("t=[0-9]{1,12}")) return false;
        var time = parts.get(0).substring(2);
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(time);
        if (Math.abs(age) > CLOCKS_DIFFER_MAX_S) return false;
        boolean isOne = false;
        for (var key : SIGNING_KEYS) {
            var hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            hmac.update((time + ".").getBytes(StandardCharsets.UTF_8));
            var right = sha256("v1=" + HexFormat.of().formatHex(hmac.doFinal(body)));
            for (var given : parts) isOne |= isSame(sha256(given), right);
        }
        return isOne;
    }

    static byte[] sha256(String text) throws GeneralSecurityException {
        var digest = MessageDigest.getInstance("SHA-256");
        return digest.digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In constant time. */
    static boolean isSame(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }

    static String environment(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    /** JSON with decimals, because the JDK has no reader of it. A key twice is refused. */
    static class Json {
        static final java.util.regex.Pattern NUMBER =
                java.util.regex.Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object read() {
            var value = value(0);
            skip();
            if (at != text.length()) throw invalid();
            return value;
        }

        Object value(int depth) {
            skip();
            if (depth > NESTED_MAX || at == text.length()) throw invalid();
            switch (text.charAt(at)) {
                case '{':
                    var object = new HashMap<String, Object>();
                    for (boolean more = begin('}'); more; more = next('}')) {
                        skip();
                        var name = string();
                        take(':');
                        if (object.put(name, value(depth + 1)) != null) throw invalid();
                    }
                    return object;
                case '[':
                    var items = new java.util.ArrayList<Object>();
                    for (boolean more = begin(']'); more; more = next(']')) {
                        items.add(value(depth + 1));
                    }
                    return items;
                case '"':
                    return string();
                default:
                    return literal();
            }
        }

        /** After the bracket: whether there is an element. */
        boolean begin(char end) {
            at++;
            skip();
            if (peek() != end) return true;
            at++;
            return false;
        }

        /** After an element: whether there is another one. */
        boolean next(char end) {
            skip();
            if (peek() == ',') {
                at++;
                return true;
            }
            take(end);
            return false;
        }

        Object literal() {
            for (var word : List.of("true", "false", "null")) {
                if (!text.startsWith(word, at)) continue;
                at += word.length();
                return word.equals("null") ? null : Boolean.valueOf(word);
            }
            var number = NUMBER.matcher(text).region(at, text.length());
            if (!number.lookingAt()) throw invalid();
            at = number.end();
            return new BigDecimal(number.group());
        }

        String string() {
            take('"');
            var read = new StringBuilder();
            while (peek() != '"') {
                char letter = text.charAt(at++);
                if (letter < ' ') throw invalid();
                read.append(letter == '\\' ? escaped() : letter);
            }
            at++;
            return read.toString();
        }

        char escaped() {
            char letter = peek();
            at++;
            if (letter == 'u') {
                at += 4;
                return (char) Integer.parseUnsignedInt(text.substring(at - 4, at), 16);
            }
            int place = "\"\\/bfnrt".indexOf(letter);
            if (place < 0) throw invalid();
            return "\"\\/\b\f\n\r\t".charAt(place);
        }

        char peek() {
            if (at >= text.length()) throw invalid();
            return text.charAt(at);
        }

        void take(char wanted) {
            skip();
            if (peek() != wanted) throw invalid();
            at++;
        }

        void skip() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }
    }
}
