// All bounds of the platform with their units and reasons; those of lanes, reports, retention,
// mathematics and others are in limits/. Bounds of the specification name their section; the others
// are ours. Nothing here can be configured at run time, except the bounds in config.ts and those
// marked live (limits/live.ts).

import { DAY_MS, HOUR_MS } from './core/time.ts'

/** Operator API, "Limits" and "Resources". */
export const PLAYER_ID_MAX_CHARS = 128
export const IDEMPOTENCY_KEY_MAX_CHARS = 128
/** Latest entries of a player's journal in an answer; all are stored. */
export const JOURNAL_ENTRIES = 100
export const SESSION_LIFETIME_MS = 2 * HOUR_MS
/** Operator API, "Transport" 3: one deadline over DNS, connect, TLS, headers and body. */
export const WALLET_DEADLINE_MS = 2_000
/** How long an idempotent answer is kept. */
export const IDEMPOTENCY_KEPT_MS = DAY_MS
/**
 * Operator API, "Rate limits": calls that a project may make a minute, by class, unless it has
 * other quotas. A full minute's calls may come in one burst.
 */
export const CALLS_PER_MINUTE = { launch: 1_200, actions: 600, reports: 120 } as const
export type RateClass = keyof typeof CALLS_PER_MINUTE
/**
 * Wrong keys that one address may send a minute to one node, with an IPv6 address counted by its
 * /64; above that they are refused without a query. A person who mistypes a key needs a few; 64
 * connections sent thousands a second and slowed every launch.
 */
export const FAILED_KEYS_PER_MINUTE = 60
/**
 * An address over its budget is answered after this delay, unless more callers already wait for
 * theirs: 64 connections that asked again at once made a node refuse thousands a second and do
 * little else.
 */
export const FAILED_KEY_HELD_MS = 500
export const FAILED_KEYS_HELD = 256
/** Addresses whose wrong keys a node remembers, about 200 bytes each. */
export const FAILED_KEY_ADDRESSES = 10_000
/**
 * Wrong keys are written to the log and the audit log at most once in this time, with up to
 * FAILED_KEY_SAMPLE_CALLERS of their callers.
 */
export const FAILED_KEY_SAMPLE_MS = 10_000
export const FAILED_KEY_SAMPLE_CALLERS = 10

/** Records of the audit log read at once while its chain is checked. */
export const AUDIT_PAGE_ROWS = 1_000
/**
 * Names of people, or of actions, that a filter of the audit log offers: far more than anybody
 * reads through.
 */
export const AUDIT_NAMES = 500

/** Operator API, "Value bounds": items of one list, newest first. */
export const LIST_ITEMS_MAX = 200

/** HTTP request body; the largest legal one is a grant with 4,096 bytes of meta, escaped. */
export const HTTP_BODY_MAX_BYTES = 64 * 1024
/** One play message; the largest legal one is a hello with its token. */
export const PLAY_MESSAGE_MAX_BYTES = 2 * 1024
/** Bytes that may wait for a socket whose client does not read, before it is closed. */
export const PLAY_BACKPRESSURE_MAX_BYTES = 256 * 1024
/** Seconds without a frame (pings count) before a socket is closed. */
export const PLAY_IDLE_TIMEOUT_S = 60
/** A socket must send hello within this time. */
export const PLAY_HELLO_TIMEOUT_MS = 5_000
/**
 * For this long a repeated hello is answered from memory, so that a client that repeats hello costs
 * neither ledger nor wallet. A person who reloads the page takes longer.
 */
export const HELLO_KEPT_MS = 2_000
/**
 * Least time between two requests for the balance alone in one session: each is a wallet call, and
 * a person takes longer to deposit elsewhere.
 */
export const BALANCE_PACE_MS = 10_000
/** Invalid play messages before a socket is closed: such a client is not one of ours. */
export const PLAY_BROKEN_MESSAGES = 3
/**
 * Messages a second from one socket and from all sockets of an address, and how many at once. A
 * person sends a few; a client that plays as fast as rounds settle sends some hundreds.
 */
export const PLAY_MESSAGES_PER_SOCKET = { perSecond: 1_000, atOnce: 2_000 } as const
export const PLAY_MESSAGES_PER_ADDRESS = { perSecond: 5_000, atOnce: 10_000 } as const
/**
 * Sockets of one address that were closed with 4400 or 4429, and how long the address then waits
 * for the refusal of its next ones: four sockets that came back at once took half of a core. A
 * client that is not a flood pauses before it reconnects.
 */
export const PLAY_FLOODS_PER_ADDRESS = { perSecond: 5, atOnce: 50 } as const
export const PLAY_FLOOD_REFUSAL_MS = 1_000
/**
 * Hellos with one link: each costs a query and a full welcome. A client that lost its connection
 * sends one; hundreds of sockets that reconnected whenever they were closed made all other players
 * wait a second.
 */
export const PLAY_HELLOS_PER_LINK = { perSecond: 10, atOnce: 100 } as const
/**
 * Open sockets of one session: tabs, and connections that are dead but not yet detected. The newest
 * are kept.
 */
export const PLAY_SOCKETS_PER_SESSION = 4
/** Addresses whose budgets a node remembers; the one that has been quiet longest makes room. */
export const ADDRESS_BUDGETS = 20_000
/**
 * Revoked sessions that a node remembers, for hellos that were under way: a hello takes seconds at
 * most.
 */
export const REVOKED_SESSIONS = 10_000
/** Unanswered commands of one socket. A person needs one; a second covers a repeat. */
export const PLAY_COMMANDS_PER_SOCKET = 4
/**
 * Sockets that one node accepts. Each costs about 4 KB; the operating system's own limit is reached
 * first.
 */
export const PLAY_SOCKETS_MAX = 50_000 // live
/**
 * "Not modified" answers of one node. They have no body, so nothing shows that a client does not
 * read them; at this rate the memory that such clients take grows by about 20 KB a second.
 */
export const NOT_MODIFIED = { perSecond: 50, atOnce: 500 } as const
/** Operator and public HTTP requests that one node works on at once. */
export const HTTP_REQUESTS_IN_FLIGHT = 2_000
/**
 * Of these, requests of one project, so that projects with hanging wallets leave room for the
 * others.
 */
export const HTTP_REQUESTS_PER_PROJECT = 256 // live

/**
 * Unfinished bodies, of one caller and of all; one more ends the oldest. Each holds a buffer but no
 * slot of the requests under way, so that no request waits for a body that never ends.
 */
export const UNFINISHED_BODIES_PER_CALLER = 64
export const UNFINISHED_BODIES = 4_096
/** A body that is not complete after this time is dropped together with its connection. */
export const BODY_DEADLINE_MS = 10_000
/**
 * Connections of one address (IPv6: of its /64, as wherever callers are counted), and of all, as
 * far as the operating system has files for them (server/files.ts). A proxy in front of many
 * callers is listed in TRUSTED_PROXIES and has no separate bound.
 */
export const CONNECTIONS_PER_ADDRESS = 4_096
export const CONNECTIONS_MAX = 60_000

/**
 * New lobby players by address: each creates a player and a session in the ledger. A returning
 * visitor is recognised by a cookie and does not count.
 */
export const NEW_GUESTS = { perSecond: 1 / 30, atOnce: 20 } as const

/**
 * Playable grants of one player, game and currency that are loaded for play: those that are used
 * first. The others are read when these have ended. There are at most 36 games and currencies:
 * about 100 KB a player.
 */
export const GRANTS_AHEAD = 5
/**
 * Ready target outcomes of one player that are loaded for play, about 500 bytes each. If there are
 * more, those that can be due next are read for each paid spin.
 */
export const TARGETS_IN_PLAY = 200
/** Sessions whose offered bets an actor remembers; a player has one or a few open. */
export const ACTOR_SESSIONS = 16
/** Failures in a row of one kind, for a reason of our own, after which a round is set aside. */
export const FAILURES_BEFORE_ASIDE = 3
/**
 * The player's last rounds in which the last balance is searched; if none has one, the launch's
 * balance is shown.
 */
export const ROUNDS_LOOKED_AT = 20
/** Rounds whose work failed that an actor remembers; a player has one open round a game. */
export const ABANDONED_ROUNDS = 16
/**
 * How often a player with target outcomes is read until no round was written meanwhile: each time
 * takes 1 ms.
 */
export const PLAYER_READINGS = 12
/** Attempts to open a round: each clears one obstacle (a lost player state, an ended session). */
export const OPENING_ATTEMPTS = 6
/**
 * A round that holds an open-round slot and has no row in the ledger may still be on its way there
 * for this long: far longer than the batches before it and its own take, and short enough for a
 * player whose node died in between.
 */
export const UNWRITTEN_ROUND_MS = 2_000
/**
 * A bet is sent again only if its save was answered within this time, which is far less than
 * another node needs to take the round over and give it up; after a later answer the round is read
 * again.
 */
export const SAVE_BEFORE_BET_MS = 2_000
/**
 * How often a driver follows another one that moved its round, before it leaves the round to that
 * one.
 */
export const DRIVER_CONFLICTS = 3
/** Decisions in one round: gamble steps and choices together. */
export const ROUND_CHOICES_MAX = 16

/**
 * For this long after its opening the ledger finds a finished round by its request id: looking
 * further back reads more months. A session lasts two hours and clients repeat within seconds, so
 * no command is repeated so late.
 */
export const REQUESTS_REMEMBERED_MS = 31 * DAY_MS
/** A ledger statement that takes longer counts as failed. */
export const LEDGER_DEADLINE_MS = 10_000
/** Longer than the server's own deadline: without an answer by then the connection is dead. */
export const LEDGER_CONNECTION_DEADLINE_MS = LEDGER_DEADLINE_MS + 2_000
/** Postgres connections in the pg pool of one process (launch, idempotency, queries). */
export const LEDGER_POOL_CONNECTIONS = 8
/**
 * Postgres connections that a lane reads through; a player whose actor is in memory rarely needs a
 * read.
 */
export const LANE_POOL_CONNECTIONS = 4
/**
 * A first call that has not answered after this time counts as lost: it is longer than a launch can
 * take.
 */
export const IDEMPOTENCY_CLAIM_MS = 30_000
/** How long a duplicate waits for the first call's answer. */
export const IDEMPOTENCY_WAIT_MS = 8_000
/**
 * Bytes of kept answers to one project's calls that change nothing, such as reports of 494 KB. A
 * repeat after a lost answer comes within seconds; above the bound the repeated call is done again.
 */
export const IDEMPOTENT_READING_BYTES = 64 * 1024 * 1024
/**
 * Bytes of one project's other kept answers, for each call that its quotas of launches and actions
 * allow in a day: a launch needs 300, a grant without meta 600. A call above the bound could not be
 * kept from running twice, so it is refused.
 */
export const IDEMPOTENT_BYTES_PER_CALL = 1_500
/**
 * Duplicates of one operator's calls that wait on one node; above that they are refused
 * (RATE_LIMITED). An operator that repeats a call has one or two duplicates under way.
 */
export const IDEMPOTENCY_WAITERS_PER_PROJECT = 64
/**
 * Changed settings reach every thread at once, unless its listening connection is dead unnoticed:
 * then the thread uses the old ones for this long.
 */
export const PROJECT_CACHE_MS = 10_000
/** Delay before a thread that lost its listening connection opens another one. */
export const LEDGER_LISTEN_RETRY_MS = 1_000
/** Redirections of one command between nodes of a cluster, before it counts as failed. */
export const REDIS_REDIRECTIONS = 4
/** A Redis command that takes longer counts as failed. */
export const REDIS_DEADLINE_MS = 2_000
/** A first connection that takes longer has failed: absent Sentinels are asked without end. */
export const REDIS_CONNECT_MS = 5_000
/** A player state is kept for this long after its last use, then it is rebuilt from the ledger. */
export const PLAYER_STATE_KEPT_MS = DAY_MS

/** A wallet answer is three short fields. */
export const WALLET_ANSWER_MAX_BYTES = 16 * 1024
/** Calls in flight to one operator's wallet from one lane; above that new spins are refused. */
export const WALLET_CALLS_PER_OPERATOR = 512
/** Connection pools that one lane keeps open; the one that has been idle longest makes room. */
export const WALLET_ORIGINS = 256

/** A call to the mock wallet; the platform's calls take a few hundred bytes. */
export const MOCK_WALLET_BODY_MAX_BYTES = 64 * 1024
/**
 * Operations and notifications that the mock wallet remembers, about 2 KB each; above that it books
 * no more.
 */
export const MOCK_WALLET_RECORDS = 250_000

/** Idle time of a keep-alive wallet connection: shorter than the 5 s that servers usually have. */
export const WALLET_KEEP_ALIVE_MS = 4_000
/** Delay before a failed wallet operation is repeated; doubled up to the maximum, with jitter. */
export const WALLET_RETRY_FIRST_MS = 1_000
export const WALLET_RETRY_MAX_MS = 60_000
/**
 * Operator API, "Value bounds": a bet that the wallet has not confirmed after this time or this
 * many attempts is cancelled. An environment may set other values (config.ts).
 */
export const BET_CANCEL_AFTER_MS = 10 * 60 * 1000
export const BET_CANCEL_ATTEMPTS = 600
/**
 * A wallet operation that is not confirmed this long after it was planned needs a person to look at
 * it.
 */
export const RECONCILIATION_AFTER_MS = DAY_MS
/**
 * Repeats that one lane may send to one operator's wallet: this many at once, then a number a
 * second while the wallet does not answer, and two more for each answer, so that a wallet that
 * works again is caught up with in growing steps and one that does not is not flooded.
 */
export const RETRY_BUDGET = 200
export const RETRIES_PER_SECOND = 20
export const RETRIES_PER_ANSWER = 2
/** Operators with repeats under way whose budgets a lane remembers, about 100 bytes each. */
export const RETRY_BUDGETS_KEPT = 10_000
/**
 * Unclear wallet answers that wait in one lane to be stored; and how many of a round's last ones
 * are kept.
 */
export const WALLET_FAILURES_WAITING = 1_000
export const WALLET_FAILURES_SHOWN = 20
/**
 * After a push, nodes that do not drive the round wait this long for the one that does, and look
 * this often whether they may resume it: longer than RECOVERY_ROUND_AGE_MS.
 */
export const PUSH_TAKE_UP_MS = 1_000
export const PUSH_TAKE_UPS = 13
/**
 * How long an owner who pushes a round waits for the result: resuming the round, and its wallet
 * calls.
 */
export const PUSH_WAIT_MS = 25_000
/** How long an owner who asks all nodes about a round waits for their answers. */
export const PUSH_LOOK_MS = 1_500
/** No money depends on a round_info, so its delays grow up to this. */
export const NOTIFICATION_RETRY_MAX_MS = 10 * 60 * 1000
/**
 * Rounds and notifications that one recovery pass for unfinished work resumes; projects take turns.
 */
export const RECOVERY_ROWS = 500
/**
 * Free-spin grants that one recovery pass ends. Expiry applies to a grant whenever it is read, so
 * this only spreads the summaries of a campaign that ends at one instant.
 */
export const GRANTS_EXPIRED_AT_ONCE = 1_000
/**
 * Summaries of finished grants that one recovery pass sends; within the calls that one wallet takes
 * at once.
 */
export const SUMMARIES_AT_ONCE = 200
/**
 * Time between two recovery passes; a full pass is spread over it, and the next follows at once.
 */
export const RECOVERY_EVERY_MS = 5_000
/** How long a recovery pass waits for the rounds that it sent to their lanes. */
export const RECOVERY_DEADLINE_MS = 15_000
/**
 * A round that was not touched for this long has lost its driver: a bet, both notifications and a
 * win take 8 s at most.
 */
export const RECOVERY_ROUND_AGE_MS = 10_000

/** RFC 9116 asks for less than a year. */
export const SECURITY_TXT_VALID_MS = 182 * DAY_MS

/** A store without a failure for this long is available again. */
export const OUTAGE_QUIET_MS = 5_000
