// Bounds of the admin panel and its API, each with its reason.

import { DAY_MS, HOUR_MS } from '../core/time.ts'

/** A body of the admin API; the largest is a project's settings with long tables of bet limits. */
export const ADMIN_BODY_MAX_BYTES = 512 * 1024
/**
 * Where no sign-in is needed: a name, a code and a password of 1,024 characters, each escaped to
 * six bytes.
 */
export const ADMIN_SIGN_IN_BODY_MAX_BYTES = 8 * 1024
/**
 * Unfinished bodies of one account or, before sign-in, of one address; and of all. One more ends
 * the oldest, so a body that arrives at once is never refused because of those that do not. A page
 * sends one or two.
 */
export const ADMIN_BODIES_PER_CALLER = 8
export const ADMIN_BODIES = 64
/**
 * Requests of the panel under way in one node, including event streams; a request whose body is
 * still arriving does not count.
 */
export const ADMIN_REQUESTS_AT_ONCE = 128
/**
 * Of these, requests of one account, and of one address as long as no session identifies the
 * caller: a quarter, so that neither takes them all. A browser opens six connections.
 */
export const ADMIN_REQUESTS_PER_CALLER = 32
/**
 * Of an account's requests, event streams and files being read: the rest is for requests that end
 * at once.
 */
export const ADMIN_STREAMS_PER_ACCOUNT = 16
/**
 * Connections of the panel, and of one address (a trusted proxy is bounded only by all): one more
 * ends the oldest connection without a request. Twice the requests under way, since a browser keeps
 * connections that it does not use.
 */
export const ADMIN_CONNECTIONS = 256
export const ADMIN_CONNECTIONS_PER_ADDRESS = 192

/** A sign-in lasts a working day, or until half an hour passes without a request. */
export const ADMIN_SESSION_MS = 12 * HOUR_MS
export const ADMIN_SESSION_IDLE_MS = HOUR_MS / 2
/** How often the last use of a session is written. */
export const ADMIN_SESSION_SEEN_MS = 60_000
/** A reader that accepts no bytes for this long has left. */
export const ADMIN_STREAM_STALLED_MS = 60_000
/** How often a stream checks that its reader is still signed in. */
export const ADMIN_STREAM_LOOK_MS = 5_000
/** Sessions of one account; one more ends the oldest. */
export const ADMIN_SESSIONS_PER_ACCOUNT = 20
/** One person gives a one-time link to another, so it need not be valid for long. */
export const ADMIN_LINK_MS = DAY_MS
export const ADMIN_ACCOUNTS_MAX = 1_000

/**
 * NIST SP 800-63B asks for 15 characters for a password without a second step, and for 8 with one.
 */
export const ADMIN_PASSWORD_MIN_CHARS = 12
export const ADMIN_PASSWORD_MAX_CHARS = 256
/** OWASP's first choice for argon2id: 19 MiB, two passes, one thread; takes 30 ms here. */
export const ADMIN_PASSWORD_MEMORY_KIB = 19_456
export const ADMIN_PASSWORD_PASSES = 2
/** Passwords checked at once in one node: each takes the memory above and a thread of the pool. */
export const ADMIN_PASSWORDS_AT_ONCE = 2
/**
 * Checks that wait for them, separately for strangers and for callers known by a session, a device
 * or a link; more are refused for now. Known callers go first: strangers delay none of them by more
 * than one check.
 */
export const ADMIN_PASSWORDS_WAITING = 32
/**
 * Tries a minute. For strangers: of one address for one name, of everybody for one name, and of one
 * address. For one device that has signed in before, and for one session, separately: strangers use
 * up none of theirs. And codes of the second step, of which three in a million are right: of
 * strangers for one name, of one device, of one session. And checks of right and wrong passwords of
 * all devices and sessions of one account: each is 30 ms of a core, so all are 6 % of one.
 */
export const ADMIN_SIGN_INS_PER_MINUTE = {
  pair: 5,
  name: 30,
  address: 20,
  known: 5,
  checks: 120,
  code: 3,
} as const
/** A browser without a sign-in for this long counts as a stranger's again. */
export const ADMIN_DEVICE_MS = 90 * DAY_MS
/** Browsers of one account; one more removes the one that was unused longest. */
export const ADMIN_DEVICES_PER_ACCOUNT = 20
/**
 * NIST SP 800-63B (5.2.2) allows a hundred wrong tries in a row. After that a device counts as a
 * stranger's, and a session ends: a stolen cookie allows no more guesses.
 */
export const ADMIN_WRONG_TRIES = 100

/**
 * Failed sign-ins are written to the audit log once in this time: one record for each of this many
 * accounts and one for all others, each with this many addresses. A flood writes eleven records a
 * minute.
 */
export const ADMIN_FAILED_SIGN_INS_MS = 60_000
export const ADMIN_FAILED_SIGN_IN_ACCOUNTS = 10
export const ADMIN_FAILED_SIGN_IN_ADDRESSES = 10

/**
 * Questions of one account: each is a row, a notice to every node and a wait; a person opens fewer
 * rounds.
 */
export const ADMIN_QUESTIONS_PER_MINUTE = 60
/**
 * Changes by one viewer, of everything that a viewer may change: each is a record of the audit log,
 * which is never shortened.
 */
export const ADMIN_VIEWER_CHANGES_PER_MINUTE = 60

/** Rows on a page of any list. */
export const ADMIN_PAGE_ROWS = 50
export const ADMIN_PAGE_ROWS_MAX = 200
/** Sessions of a player; older ones belong to launches long ago. */
export const PLAYER_SESSIONS_SHOWN = 50
/** How often a target outcome that is being watched is checked for changes. */
export const TARGETS_PUSHED_EVERY_MS = 1_000
/** How often a node publishes its figures to the others, and how long these are used. */
export const NODE_FIGURES_EVERY_MS = 2_000
export const NODE_FIGURES_KEPT_MS = 10_000
/** How often the overview is pushed. */
export const OVERVIEW_EVERY_MS = 2_000

/** Changes of a project that are shown at once: of a conflict, or on its page. */
export const PROJECT_CHANGES = 50
/** Wallet calls of one round that its page shows: a day of retries a minute apart is 1,440. */
export const ROUND_CALLS_SHOWN = 300
