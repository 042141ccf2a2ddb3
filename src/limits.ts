// Bounds that several files share, and bounds of the specification, which name their section; the
// others are ours. A bound with one user is beside that user. Nothing here can be configured at run
// time, except the bounds in config.ts and those marked live (limits/live.ts).

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
 * Wrong keys that one address may send a minute to one node, with an IPv6 address counted by its
 * /64; above that they are refused without a query. A person who mistypes a key needs a few; 64
 * connections sent thousands a second and slowed every launch.
 */
export const FAILED_KEYS_PER_MINUTE = 60

/** Operator API, "Value bounds": items of one list, newest first. */
export const LIST_ITEMS_MAX = 200

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
 * Hellos that one node works on at once, in the order in which they came; the others wait. Each
 * asks the ledger three times, together with the others under way: when a node ends, thousands come
 * to the others within a second, and those who play there must not wait for them. A turn that takes
 * longer waits for a wallet.
 */
export const HELLO_TURNS = { atOnce: 32, waiting: 50_000, turnMs: 1_000 } as const
/**
 * For this long after such a turn, hellos of its operator end their turns once their session is
 * found: players of other operators must not wait for this wallet.
 */
export const HELLO_SLOW_PROJECT_MS = 10_000
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
/** Operator and public HTTP requests that one node works on at once. */
export const HTTP_REQUESTS_IN_FLIGHT = 2_000
/**
 * Of these, requests of one project, so that projects with hanging wallets leave room for the
 * others.
 */
export const HTTP_REQUESTS_PER_PROJECT = 256 // live

/**
 * Ready target outcomes of one player that are loaded for play, about 500 bytes each. If there are
 * more, those that can be due next are read for each paid spin.
 */
export const TARGETS_IN_PLAY = 200
/** Failures in a row of one kind, for a reason of our own, after which a round is set aside. */
export const FAILURES_BEFORE_ASIDE = 3
/**
 * A bet is sent again only if its save was answered within this time, which is far less than
 * another node needs to take the round over and give it up; after a later answer the round is read
 * again.
 */
export const SAVE_BEFORE_BET_MS = 2_000
/** A wallet operation is not sent if reading its project took longer; it is repeated later. */
export const PROJECT_BEFORE_CALL_MS = 1_000

/**
 * For this long after its opening the ledger finds a finished round by its request id: looking
 * further back reads more months. A session lasts two hours and clients repeat within seconds, so
 * no command is repeated so late.
 */
export const REQUESTS_REMEMBERED_MS = 31 * DAY_MS
/** A ledger statement that takes longer counts as failed. */
export const LEDGER_DEADLINE_MS = 10_000
/**
 * A first call that has not answered after this time counts as lost: it is longer than a launch can
 * take.
 */
export const IDEMPOTENCY_CLAIM_MS = 30_000
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
/** Delay before a process that lost its listening connection opens another one. */
export const LEDGER_LISTEN_RETRY_MS = 1_000
/** A player state is kept for this long after its last use, then it is rebuilt from the ledger. */
export const PLAYER_STATE_KEPT_MS = DAY_MS

/** A wallet answer is three short fields. */
export const WALLET_ANSWER_MAX_BYTES = 16 * 1024
/** Calls in flight to one operator's wallet from one lane; above that new spins are refused. */
export const WALLET_CALLS_PER_OPERATOR = 512

/** A call to the mock wallet; the platform's calls take a few hundred bytes. */
export const MOCK_WALLET_BODY_MAX_BYTES = 64 * 1024
/**
 * Operations and notifications that the mock wallet remembers, about 2 KB each; above that it books
 * no more.
 */
export const MOCK_WALLET_RECORDS = 250_000

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
 * Unclear wallet answers that wait in one lane to be stored; and how many of a round's last ones
 * are kept.
 */
export const WALLET_FAILURES_WAITING = 1_000
export const WALLET_FAILURES_SHOWN = 20
/**
 * Rounds and notifications that one recovery pass for unfinished work resumes; projects take turns.
 */
export const RECOVERY_ROWS = 500
/** How long a recovery pass waits for the rounds that it sent to their lanes. */
export const RECOVERY_DEADLINE_MS = 15_000
/**
 * A round that was not touched for this long has lost its driver: a bet, both notifications and a
 * win take 8 s at most.
 */
export const RECOVERY_ROUND_AGE_MS = 10_000

/** Rounds read from the ledger at a time. */
export const ARCHIVE_ROWS = 2_000
/**
 * Calls with a clear answer that all threads of a node log, in total and for one project: an
 * operator who tests an integration sees all calls.
 */
export const CALLBACK_LOG_SAMPLES = { perSecond: 10, atOnce: 50 } as const
export const CALLBACK_LOG_PROJECT_SAMPLES = { perSecond: 2, atOnce: 20 } as const
/**
 * Characters kept of a request, and bytes kept of an answer: a wallet's answer has 60 bytes, an
 * error page some thousand.
 */
export const CALLBACK_LOG_REQUEST_MAX_CHARS = 2_048
export const CALLBACK_LOG_ANSWER_MAX_BYTES = 2_048
/**
 * Monitors and scrapers connected to the listener of the probes, and those of one address: one more
 * ends the oldest connection without a request. A node has a few.
 */
export const PROBE_CONNECTIONS = 128
export const PROBE_CONNECTIONS_PER_ADDRESS = 64

/**
 * A request to it or to the panel must be complete by then, and a connection without a request
 * ends.
 */
export const INTERNAL_REQUEST_MS = 5_000
/**
 * How often that is checked, so a deadline is missed by at most this much. Node's own check runs
 * every 30 s.
 */
export const INTERNAL_LOOK_MS = 500
/** How long a lane's thread may take to end once nothing runs in it. */
export const LANE_CLOSE_DEADLINE_MS = 5_000

/** Work of one player that waits or runs; above that the caller gets BUSY. */
export const MAILBOX_COMMANDS = 8
/** Commands that one lane holds at once, waiting or running; above that the caller gets BUSY. */
export const LANE_COMMANDS = 4_096
/**
 * Of these, spins of one operator's players. More rounds under way at once do not settle more of
 * them: each only takes longer, until wallet calls time out and all their work is done twice.
 * Measured at twice the load that a node can settle: row 10 of `npm run bench`.
 */
export const LANE_SPINS_PER_OPERATOR = 512 // live
/** Commands of any kind of one operator's players: the others finish rounds that were started. */
export const LANE_COMMANDS_PER_OPERATOR = 1_024 // live
/** A thread that has not answered by then does not start: starting takes about a second. */
export const LANE_START_MS = 30_000

/**
 * Target outcomes that one node searches at once, fewer than MATHEMATICS_WORKS; others stay
 * pending.
 */
export const OUTCOME_SEARCHES = 16
/** Of these, for one project: hopeless targets of one project must not delay those of others. */
export const OUTCOME_SEARCHES_PER_PROJECT = 8
/**
 * Searches beyond OUTCOME_SEARCHES, one for each project that has none running: however many
 * searches other projects have, a project's next search begins at once. With OUTCOME_SEARCHES fewer
 * than MATHEMATICS_WORKS.
 */
export const OUTCOME_FIRST_SEARCHES = 32
/**
 * Target outcomes that one node takes from the index and stores at once; the recovery job looks up
 * the others.
 */
export const OUTCOME_LOOK_UPS = 64
/**
 * Pending target outcomes of one project in one database that need a search; above that a schedule
 * that needs one is RATE_LIMITED. The longest take some 30 s each, and alone on one thread they are
 * done within the hour.
 */
export const PENDING_SEARCHES_PER_PROJECT = 100
/**
 * A claim to search, renewed by every recovery pass: after three missed renewals another node takes
 * over.
 */
export const OUTCOME_CLAIM_MS = 15_000

/**
 * Projects whose wallet calls have separate series, the first by name; the others share one. A
 * project has about 130 lines in /metrics: methods times outcomes times buckets.
 */
export const METRICS_PROJECTS = 100
/** Tries of a migration to get a table's lock; after them a person has to look. */
export const MIGRATION_TRIES = 300

/** Lanes of a node: far more than a front end can feed. */
export const LANES_MAX = 256
/** How often it is checked whether a thread is up, or gone. */
export const LANE_LOOK_MS = 10
/**
 * A node without a report for this long has ended without notice, or is just adding or removing
 * lanes.
 */
export const NODE_GONE_MS = 20_000
/**
 * A lane whose pauses were read longer ago starts no round, because its node may be cut off from
 * the people who pause. Ten readings in a row must fail; the same time for which a node uses a
 * project's settings while its listening connection is silently dead.
 */
export const PAUSES_LEASE_MS = 10_000
/**
 * A node whose own clock differs from that of the home database by more than this logs it. Clocks
 * that are kept by NTP differ by less than a tenth of it, and a reading is not wrong by as much.
 */
export const CLOCK_WARN_MS = 2_000
/**
 * By more than this, the node starts no round: its time source is lost, so nothing keeps the
 * difference from growing to hours, and its log, its certificates' checks and its wallet signatures
 * cannot be trusted. The times of rounds are those of the database either way.
 */
export const CLOCK_STOP_MS = 10_000

/** The last rounds that a player may look at, and those on one page. */
export const HISTORY_ROUNDS = 100
export const HISTORY_PAGE_ROUNDS = 25

/**
 * Unclear answers of wallets, and pushes of rounds: for questions afterwards about what happened.
 */
export const ATTEMPTS_KEPT_MS = 30 * DAY_MS
/** Rows that one statement of the retention job deletes: some milliseconds. */
export const RETENTION_BATCH_ROWS = 200
/** Between two batches while there are more, and between two passes when there are not. */
export const RETENTION_PAUSE_MS = 200
export const RETENTION_EVERY_MS = 60_000
