// Every bound of the platform with its unit and its reason; those of lanes, reports, retention, mathematics and others
// are in limits/. Bounds of the specification name their section; the others are ours. Nothing here is configurable at
// run time except where config.ts says so, and what is marked live (limits/live.ts).

import { DAY_MS, HOUR_MS } from './core/time.ts'

/** Operator API, "Limits" and "Resources". */
export const PLAYER_ID_MAX_CHARS = 128
export const IDEMPOTENCY_KEY_MAX_CHARS = 128
/** Latest entries of a player's journal in an answer; all are kept. */
export const JOURNAL_ENTRIES = 100
export const SESSION_LIFETIME_MS = 2 * HOUR_MS
/** Operator API, "Transport" 3: one deadline over DNS, connect, TLS, headers and body. */
export const WALLET_DEADLINE_MS = 2_000
/** How long an idempotent answer is kept. */
export const IDEMPOTENCY_KEPT_MS = DAY_MS
/**
 * Operator API, "Rate limits": calls a project may make a minute, by class, unless it is given other
 * quotas. A full minute may be burst.
 */
export const CALLS_PER_MINUTE = { launch: 1_200, actions: 600, reports: 120 } as const
export type RateClass = keyof typeof CALLS_PER_MINUTE
/**
 * Wrong keys one address may send a minute to one node, an IPv6 address counted by its /64; past it they
 * are refused without a query. A person who mistypes a key needs a few; 64 connections sent thousands a
 * second and slowed every launch.
 */
export const FAILED_KEYS_PER_MINUTE = 60
/**
 * Past its budget an address is told so after this time, as long as no more callers wait for it: 64
 * connections that asked again at once made a node refuse thousands a second and do little else.
 */
export const FAILED_KEY_HELD_MS = 500
export const FAILED_KEYS_HELD = 256
/** Addresses whose wrong keys a node remembers, about 200 bytes each. */
export const FAILED_KEY_ADDRESSES = 10_000
/** Wrong keys are told to the log and the audit log once in so long, with so many of their callers. */
export const FAILED_KEY_SAMPLE_MS = 10_000
export const FAILED_KEY_SAMPLE_CALLERS = 10

/** Records of the audit log read at once while its chain is checked. */
export const AUDIT_PAGE_ROWS = 1_000
/** Names of people, or of actions, that a filter of the audit log offers: far more than a list is read for. */
export const AUDIT_NAMES = 500

/** Operator API, "Value bounds": items of one list, newest first. */
export const LIST_ITEMS_MAX = 200

/** HTTP request body; the largest legal one is a grant with 4,096 bytes of meta, escaped. */
export const HTTP_BODY_MAX_BYTES = 64 * 1024
/** One play message; the largest legal one is a hello with its token. */
export const PLAY_MESSAGE_MAX_BYTES = 2 * 1024
/** A socket that can't be written to holds at most this much before it is closed. */
export const PLAY_BACKPRESSURE_MAX_BYTES = 256 * 1024
/** Seconds without a frame (pings count) before a socket is closed. */
export const PLAY_IDLE_TIMEOUT_S = 60
/** A socket must say hello within this time. */
export const PLAY_HELLO_TIMEOUT_MS = 5_000
/**
 * A repeated hello is answered from what is known this long, so that a client that says hello again and
 * again costs neither ledger nor wallet. A person who reloads the page takes longer.
 */
export const HELLO_KEPT_MS = 2_000
/**
 * Least time between two questions for the balance alone, of one session: each is a call of the wallet, and a deposit
 * elsewhere takes a person longer.
 */
export const BALANCE_PACE_MS = 10_000
/** Messages that are no play messages: a client that is none is closed with the last of them. */
export const PLAY_BROKEN_MESSAGES = 3
/**
 * Messages a second of one socket, and of all sockets of an address; and how many at once. A person sends
 * a few; a client that plays as fast as rounds settle sends some hundreds.
 */
export const PLAY_MESSAGES_PER_SOCKET = { perSecond: 1_000, atOnce: 2_000 } as const
export const PLAY_MESSAGES_PER_ADDRESS = { perSecond: 5_000, atOnce: 10_000 } as const
/**
 * Hellos with one link: each is a query and a full welcome. A client that lost its connection says one;
 * hundreds of sockets that came again as they were closed made everybody else wait a second.
 */
export const PLAY_HELLOS_PER_LINK = { perSecond: 10, atOnce: 100 } as const
/** Open sockets of one session: tabs, and connections whose end is not known yet. The newest stay. */
export const PLAY_SOCKETS_PER_SESSION = 4
/** Addresses whose budgets a node remembers; the one that was quiet longest makes room. */
export const ADDRESS_BUDGETS = 20_000
/** Revoked sessions a node remembers, for hellos that were under way: a hello takes seconds at most. */
export const REVOKED_SESSIONS = 10_000
/** Commands one socket may have unanswered. A person needs one; a second covers a repeat. */
export const PLAY_COMMANDS_PER_SOCKET = 4
/** Sockets one node accepts. Each costs about 4 KB; the operating system's own limit comes first. */
export const PLAY_SOCKETS_MAX = 50_000 // live
/**
 * Answers "not modified" of one node. They have no body whose writing would tell that a client reads
 * nothing, so what such clients may make a node keep grows by about 20 KB a second.
 */
export const NOT_MODIFIED = { perSecond: 50, atOnce: 500 } as const
/** Operator and public HTTP requests one node works on at once. */
export const HTTP_REQUESTS_IN_FLIGHT = 2_000
/** Of these, of one project: those whose wallets hang leave the others room. */
export const HTTP_REQUESTS_PER_PROJECT = 256 // live

/**
 * Bodies whose end has not come yet, of one caller and of all; one more ends the oldest. They hold a buffer each
 * and no slot of the requests under way, so that nobody waits for a body that never ends.
 */
export const UNFINISHED_BODIES_PER_CALLER = 64
export const UNFINISHED_BODIES = 4_096
/** A body that is not complete by then ends with its connection. */
export const BODY_DEADLINE_MS = 10_000
/**
 * Connections of one address (IPv6: of its /64, as wherever callers are counted), and of all while the operating system has files for them (server/files.ts).
 * A proxy in front of many callers is named in TRUSTED_PROXIES and has no bound of its own.
 */
export const CONNECTIONS_PER_ADDRESS = 4_096
export const CONNECTIONS_MAX = 60_000

/**
 * New players of the lobby by address: each is a player and a session in the ledger. A visitor who comes
 * back is known by a cookie and is none.
 */
export const NEW_GUESTS = { perSecond: 1 / 30, atOnce: 20 } as const

/**
 * Playable grants of one player, game and currency that are held for play: those that come first. The
 * others are read when these have ended. At most 36 games and currencies: about 100 KB a player.
 */
export const GRANTS_AHEAD = 5
/**
 * Ready target outcomes of one player that are held for play. Of more, those that can be due next are
 * read for each paid spin; about 500 bytes each.
 */
export const TARGETS_IN_PLAY = 200
/** Sessions whose offered bets an actor remembers; a player has one or a few open. */
export const ACTOR_SESSIONS = 16
/** Failures in a row of one kind, for a reason of our own, that set a round aside. */
export const FAILURES_BEFORE_ASIDE = 3
/** A player's last rounds in which the last balance is looked for; past them the launch's is shown. */
export const ROUNDS_LOOKED_AT = 20
/** Rounds whose work failed that an actor remembers; a player has one open round a game. */
export const ABANDONED_ROUNDS = 16
/** Turns of reading a player with target outcomes until no round was written meanwhile: a turn takes 1 ms. */
export const PLAYER_READINGS = 12
/** Attempts to open a round: each clears one thing in the way (a lost player state, an ended session). */
export const OPENING_ATTEMPTS = 6
/**
 * A round that holds an open-round slot and has no row in the ledger may be on its way there this long:
 * far longer than the batches before it and its own take, short enough for a player whose node died in between.
 */
export const UNWRITTEN_ROUND_MS = 2_000
/**
 * A bet is sent again only on a save answered within this time, far less than another node needs to
 * take the round over and give it up; after it the round is read anew.
 */
export const SAVE_BEFORE_BET_MS = 2_000
/** Times a driver follows another one that moved its round, before it leaves the round to it. */
export const DRIVER_CONFLICTS = 3
/** Decisions in one round: gamble steps and choices together. */
export const ROUND_CHOICES_MAX = 16

/**
 * How long after its opening the ledger knows the request id of a finished round: looking further back reads more months.
 * A session lasts two hours and a client repeats within seconds, so nobody repeats a command so late.
 */
export const REQUESTS_REMEMBERED_MS = 31 * DAY_MS
/** A ledger statement that takes longer has failed. */
export const LEDGER_DEADLINE_MS = 10_000
/** Past the server's own deadline: no answer by then means the connection is gone. */
export const LEDGER_CONNECTION_DEADLINE_MS = LEDGER_DEADLINE_MS + 2_000
/** Postgres connections of one process's pg pool (launch, idempotency, queries). */
export const LEDGER_POOL_CONNECTIONS = 8
/** Postgres connections a lane reads through; a read is rare once a player's actor is warm. */
export const LANE_POOL_CONNECTIONS = 4
/** A first call that has not answered by then is taken for lost: longer than a launch can take. */
export const IDEMPOTENCY_CLAIM_MS = 30_000
/** How long a duplicate waits for the first call's answer. */
export const IDEMPOTENCY_WAIT_MS = 8_000
/**
 * Bytes of answers kept of one project's calls that change nothing, such as reports of 494 KB. A repeat after a lost
 * answer comes within seconds; past the bound it asks again.
 */
export const IDEMPOTENT_READING_BYTES = 64 * 1024 * 1024
/**
 * Bytes of the other answers kept of one project, for each call that its quotas of launches and actions allow in a day:
 * a launch keeps 300, a grant without meta 600. A call past it would not be done once, so it is refused.
 */
export const IDEMPOTENT_BYTES_PER_CALL = 1_500
/**
 * Duplicates of one operator's calls that wait on one node; past it they are told to come back
 * (RATE_LIMITED). An operator that repeats a call has one or two duplicates under way.
 */
export const IDEMPOTENCY_WAITERS_PER_PROJECT = 64
/**
 * Changed settings reach every thread at once, unless the connection that would tell it is dead
 * unnoticed: then it acts on the old ones for this long.
 */
export const PROJECT_CACHE_MS = 10_000
/** Before a thread that lost its listening connection opens another one. */
export const LEDGER_LISTEN_RETRY_MS = 1_000
/** Nodes of a cluster that a command is sent on to, before it has failed. */
export const REDIS_REDIRECTIONS = 4
/** A Redis command that takes longer has failed. */
export const REDIS_DEADLINE_MS = 2_000
/** A player state outlives its last use by this much, then is rebuilt from the ledger. */
export const PLAYER_STATE_KEPT_MS = DAY_MS

/** A wallet answer is three short fields. */
export const WALLET_ANSWER_MAX_BYTES = 16 * 1024
/** Calls in flight to one operator's wallet from one lane; past it new spins are refused. */
export const WALLET_CALLS_PER_OPERATOR = 512
/** Pools one lane keeps open; the longest idle one makes room. */
export const WALLET_ORIGINS = 256

/** A call to the mock wallet; the platform's take a few hundred bytes. */
export const MOCK_WALLET_BODY_MAX_BYTES = 64 * 1024
/** Operations and notifications the mock wallet remembers, about 2 KB each; then it books no more. */
export const MOCK_WALLET_RECORDS = 250_000

/** Idle time of a keep-alive wallet connection: shorter than the usual 5 s of servers behind it. */
export const WALLET_KEEP_ALIVE_MS = 4_000
/** Delay before a failed wallet operation is repeated; doubled up to the maximum, with jitter. */
export const WALLET_RETRY_FIRST_MS = 1_000
export const WALLET_RETRY_MAX_MS = 60_000
/**
 * Operator API, "Value bounds": a bet that the wallet has not confirmed after this time or so many
 * attempts is cancelled. An environment may set its own (config.ts).
 */
export const BET_CANCEL_AFTER_MS = 10 * 60 * 1000
export const BET_CANCEL_ATTEMPTS = 600
/** A wallet operation not confirmed this long after it was planned wants somebody to look at it. */
export const RECONCILIATION_AFTER_MS = DAY_MS
/**
 * Repeats one lane may send to one operator's wallet: so many at once, then so many a second while the
 * wallet is silent, and two more for each answer, so that a wallet that is back is caught up with in
 * growing steps and one that is not has no storm.
 */
export const RETRY_BUDGET = 200
export const RETRIES_PER_SECOND = 20
export const RETRIES_PER_ANSWER = 2
/** Operators with repeats under way whose budgets a lane remembers, about 100 bytes each. */
export const RETRY_BUDGETS_KEPT = 10_000
/** Unclear answers of wallets that wait to be noted in one lane; a round's last ones that are kept. */
export const WALLET_FAILURES_WAITING = 1_000
export const WALLET_FAILURES_SHOWN = 20
/**
 * After a push nodes that do not drive the round wait so long for the one that does, and look so often whether
 * it may be taken up: longer than RECOVERY_ROUND_AGE_MS.
 */
export const PUSH_TAKE_UP_MS = 1_000
export const PUSH_TAKE_UPS = 13
/** What an owner who pushes a round waits for what happened: a taking up and its wallet calls. */
export const PUSH_WAIT_MS = 25_000
/** What an owner who asks all nodes about a round waits for their answers. */
export const PUSH_LOOK_MS = 1_500
/** No money waits for a round_info: its delays grow up to this. */
export const NOTIFICATION_RETRY_MAX_MS = 10 * 60 * 1000
/** Rounds and notifications taken up by one recovery pass for unfinished work; of each project in turn. */
export const RECOVERY_ROWS = 500
/**
 * Free-spin grants one recovery pass ends. Time acts on a grant whenever it is read, so this only spreads the
 * summaries of a campaign that ends in one instant.
 */
export const GRANTS_EXPIRED_AT_ONCE = 1_000
/** Summaries of finished grants that one recovery pass sends; within the calls one wallet takes at once. */
export const SUMMARIES_AT_ONCE = 200
/** Time between two recovery passes; a full one is spread over it, and the next follows at once. */
export const RECOVERY_EVERY_MS = 5_000
/** What a recovery pass waits for the rounds it sent to their lanes. */
export const RECOVERY_DEADLINE_MS = 15_000
/** A round untouched this long has lost its driver: a bet, both notifications and a win take 8 s at most. */
export const RECOVERY_ROUND_AGE_MS = 10_000

/** RFC 9116 asks for less than a year. */
export const SECURITY_TXT_VALID_MS = 182 * DAY_MS

/** A store of which nothing failed for so long is back. */
export const OUTAGE_QUIET_MS = 5_000
