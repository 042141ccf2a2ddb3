// Bounds of the admin panel and its API, each with its reason.

import { DAY_MS, HOUR_MS } from '../core/time.ts'

/** A body of the admin API; the largest is a project's settings with long tables of bet limits. */
export const ADMIN_BODY_MAX_BYTES = 512 * 1024
/** Where nobody need be signed in: a name, a code and a password of 1,024 characters, each escaped to six bytes. */
export const ADMIN_SIGN_IN_BODY_MAX_BYTES = 8 * 1024
/**
 * Bodies whose end has not come yet, of one account or, where nobody is signed in, of one address; and of all. One
 * more ends the oldest, so a body that comes at once is never refused for those that do not. A page sends one or two.
 */
export const ADMIN_BODIES_PER_CALLER = 8
export const ADMIN_BODIES = 64
/** Requests of the panel under way in one node, event streams among them; a body on its way is none yet. */
export const ADMIN_REQUESTS_AT_ONCE = 128
/**
 * Of these, of one account, and of one address as long as nobody is known by a session: a quarter, so that neither
 * takes them all. A browser opens six connections.
 */
export const ADMIN_REQUESTS_PER_CALLER = 32
/** Of those of an account, event streams and files that are being read: the rest is for what ends at once. */
export const ADMIN_STREAMS_PER_ACCOUNT = 16
/**
 * Connections of the panel, and of one address (a trusted proxy is bounded by all alone): one more ends the oldest
 * that asks nothing. Twice the requests under way, since a browser keeps connections that it does not use.
 */
export const ADMIN_CONNECTIONS = 256
export const ADMIN_CONNECTIONS_PER_ADDRESS = 192

/** A sign-in lasts a working day, and half an hour without a request. */
export const ADMIN_SESSION_MS = 12 * HOUR_MS
export const ADMIN_SESSION_IDLE_MS = HOUR_MS / 2
/** How often it is written down that a session is in use. */
export const ADMIN_SESSION_SEEN_MS = 60_000
/** A reader that takes nothing of what is written for so long has left. */
export const ADMIN_STREAM_STALLED_MS = 60_000
/** How often it is looked whether the reader of a stream still is signed in. */
export const ADMIN_STREAM_LOOK_MS = 5_000
/** Sessions of one account; the oldest ends when one more begins. */
export const ADMIN_SESSIONS_PER_ACCOUNT = 20
/** A one-time link is given by one person to another; it need not wait for long. */
export const ADMIN_LINK_MS = DAY_MS
export const ADMIN_ACCOUNTS_MAX = 1_000

/** NIST SP 800-63B asks for 15 characters where a password stands alone, and for 8 beside a second step. */
export const ADMIN_PASSWORD_MIN_CHARS = 12
export const ADMIN_PASSWORD_MAX_CHARS = 256
/** OWASP's first choice for argon2id: 19 MiB, two passes, one thread; 30 ms here. */
export const ADMIN_PASSWORD_MEMORY_KIB = 19_456
export const ADMIN_PASSWORD_PASSES = 2
/** Passwords checked at once in one node: each takes the memory above and a thread of the pool. */
export const ADMIN_PASSWORDS_AT_ONCE = 2
/**
 * Waiting behind them, strangers and those who are known by a session, a device or a link, each by themselves; more are
 * told to come back. The known go first: strangers keep none of them waiting for longer than one check.
 */
export const ADMIN_PASSWORDS_WAITING = 32
/**
 * Tries a minute. Of strangers: of one address for one name, of everybody for one name, and of one address. Of one device
 * that has signed in before, and of one session, by itself: strangers use up none of theirs. And codes of the second step,
 * of which three in a million are right: of strangers for one name, of one device, of one session. And checks of right
 * and wrong passwords of all devices and sessions of one account: each is 30 ms of a core, so all are 6 % of one.
 */
export const ADMIN_SIGN_INS_PER_MINUTE = {
  pair: 5,
  name: 30,
  address: 20,
  known: 5,
  checks: 120,
  code: 3,
} as const
/** A browser that was not signed in with for so long is a stranger's again. */
export const ADMIN_DEVICE_MS = 90 * DAY_MS
/** Browsers of one account; the longest unused goes when one more signs in. */
export const ADMIN_DEVICES_PER_ACCOUNT = 20
/**
 * NIST SP 800-63B (5.2.2) allows a hundred wrong tries in a row. After so many a device is a stranger's, and a session ends:
 * a stolen cookie allows no more guesses.
 */
export const ADMIN_WRONG_TRIES = 100

/**
 * Failed sign-ins are written to the audit log once in so long: one record for each of so many accounts and one for all
 * others, each with so many addresses. A flood writes eleven records a minute.
 */
export const ADMIN_FAILED_SIGN_INS_MS = 60_000
export const ADMIN_FAILED_SIGN_IN_ACCOUNTS = 10
export const ADMIN_FAILED_SIGN_IN_ADDRESSES = 10

/** Of one account: each is a row, a notice to every node and a wait; a person opens fewer rounds. */
export const ADMIN_QUESTIONS_PER_MINUTE = 60
/** Of one viewer, whatever it is that a viewer may change: each is a record of the audit log, which nothing shortens. */
export const ADMIN_VIEWER_CHANGES_PER_MINUTE = 60

/** Rows of a page of any list. */
export const ADMIN_PAGE_ROWS = 50
export const ADMIN_PAGE_ROWS_MAX = 200
/** Of a player; older ones are of launches long ago. */
export const PLAYER_SESSIONS_SHOWN = 50
/** How often is looked whether a target outcome that somebody watches has changed. */
export const TARGETS_PUSHED_EVERY_MS = 1_000
/** How often a node tells the others what it does, and how long that is believed. */
export const NODE_FIGURES_EVERY_MS = 2_000
export const NODE_FIGURES_KEPT_MS = 10_000
/** How often the overview is pushed. */
export const OVERVIEW_EVERY_MS = 2_000

/** Changes of a project that are shown at once: of a conflict, or on its page. */
export const PROJECT_CHANGES = 50
/** Wallet calls of one round that its page shows: a day of retries a minute apart is 1,440. */
export const ROUND_CALLS_SHOWN = 300
