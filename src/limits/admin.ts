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
/** A reader that accepts no bytes for this long has left. */
export const ADMIN_STREAM_STALLED_MS = 60_000
/** How often a stream checks that its reader is still signed in. */
export const ADMIN_STREAM_LOOK_MS = 5_000
/** One person gives a one-time link to another, so it need not be valid for long. */
export const ADMIN_LINK_MS = DAY_MS
export const ADMIN_ACCOUNTS_MAX = 1_000
/** Of one project: its owner makes them, on the public side. */
export const PROJECT_ACCOUNTS_MAX = 100

/** A browser without a sign-in for this long counts as a stranger's again. */
export const ADMIN_DEVICE_MS = 90 * DAY_MS
/**
 * NIST SP 800-63B (5.2.2) allows a hundred wrong tries in a row. After that a device counts as a
 * stranger's, and a session ends: a stolen cookie allows no more guesses.
 */
export const ADMIN_WRONG_TRIES = 100

/** How often a node publishes its figures to the others, and how long these are used. */
export const NODE_FIGURES_EVERY_MS = 2_000
export const NODE_FIGURES_KEPT_MS = 10_000

/** Changes of a project that are shown at once: of a conflict, or on its page. */
export const PROJECT_CHANGES = 50

/** A client certificate: a chain of some; one with a long list of names takes 4 KB. */
export const CERTIFICATE_MAX_CHARS = 16_384
/** Its key: an RSA key of 8,192 bits takes 6,400. */
export const CERTIFICATE_KEY_MAX_CHARS = 8_192

/**
 * Runs of the wallet kit that a node makes at once. Each sends up to ten calls at a time from the
 * thread that also answers launches.
 */
export const WALLET_CHECKS_AT_ONCE = 2
/**
 * A run of a wallet that answers at once takes six seconds, and sends some 400 calls: a wallet that
 * needs half a second for each still ends in time.
 */
export const WALLET_CHECK_DEADLINE_MS = 5 * 60_000
/** A good wallet must still know the first ids of a run after this long. */
export const WALLET_CHECK_MEMORY_MS = 5_000
/** How often a run that goes on is saved and hears of a stop, and how often a follower reads it. */
export const WALLET_CHECK_SAVE_MS = 500
/** A run that was not saved for this long is over: its node has ended. */
export const WALLET_CHECK_LOST_MS = 15_000
/** Runs of a project that are kept, and for how long. */
export const WALLET_CHECKS_KEPT = 10
export const WALLET_CHECK_KEPT_MS = 90 * DAY_MS
/** Characters of the bodies that are kept of one run; those of a good wallet take 125,000. */
export const WALLET_CHECK_BODIES_MAX_CHARS = 512 * 1024
