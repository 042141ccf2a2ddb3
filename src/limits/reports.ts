// Bounds of reports and of the sums behind them, each with its unit and reason.

/** Operator API, "Value bounds": rows of a page, days of a period. */
export const REPORT_ROUNDS_MAX = 500
export const REPORT_ROUNDS_DEFAULT = 100
export const REPORT_PLAYERS_MAX = 1_000
export const REPORT_PLAYERS_DEFAULT = 200
export const REPORT_PERIOD_DAYS_MAX = 366
export const REPORT_PERIOD_DAYS_DEFAULT = 31
/**
 * A cursor holds a player id of 128 characters at most, of which JSON may write each as six, and a
 * signature.
 */
export const REPORT_CURSOR_MAX_CHARS = 1_200
/** Postgres connections of reports and their sums, separate so that they never hold a launch's. */
export const REPORT_POOL_CONNECTIONS = 3
/**
 * Rounds younger than this are not in the sums and are read by the reports: most of the older ones
 * are finished. Twice the age at which a round stored late is set aside (sql/0003-reports.sql).
 */
export const REPORT_ROLL_AGE_MS = 2 * 60 * 1000
/**
 * Between two roll-ups of a project that keeps up: each writes a row for every player who played
 * meanwhile, so rolling up more often costs more. The reports themselves read rounds that are not
 * in the sums yet.
 */
export const REPORT_ROLL_EVERY_MS = 30_000
/** Rounds added to the sums in one statement: about a second at most. */
export const REPORT_ROLL_ROWS = 20_000
/** Unfinished rounds read again in one statement. */
export const REPORT_ASIDE_ROWS = 5_000
/** Time that one recovery pass spends on the sums, so that a backlog does not delay other work. */
export const REPORT_ROLL_BUDGET_MS = 3_000
/**
 * Rows read at a time for a CSV file, one page after the other: some hundred kilobytes of memory.
 */
export const REPORT_CSV_PAGE_ROWS = 1_000
/**
 * Projects that a report over all of them adds up; on a larger platform a single project must be
 * chosen.
 */
export const REPORT_PROJECTS_MAX = 200
/** Projects read at once for such a report: as many as there are connections for reports. */
export const REPORT_PROJECTS_AT_ONCE = REPORT_POOL_CONNECTIONS
