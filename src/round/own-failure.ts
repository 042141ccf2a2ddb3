// Which failures around a round have a reason of our own, so that repeating the work fails again: a
// mistake in the code, or a value that a column refuses. Pure. An unavailable store is never one.

/** Errors that only code throws; an unavailable store throws others. */
const MISTAKES: ReadonlySet<string> = new Set([
  'RangeError',
  'TypeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'IllegalMove',
  'IllegalDriverEvent',
])
/** SQLSTATE classes: data exception, integrity constraint violation. */
const REFUSED_VALUE = /^2[23][0-9A-Z]{3}$/
const FAILED_SCRIPT = /^ERR .*user_script/
const TEXT_MAX_CHARS = 200

/** A text that is the same for two failures of the same kind; null: not a failure of our own. */
export function kindOfFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && REFUSED_VALUE.test(code)) return kind(`SQLSTATE ${code}`, error)
  if (error.name === 'ReplyError' && FAILED_SCRIPT.test(error.message)) return kind('Redis', error)
  return MISTAKES.has(error.name) ? kind(error.name, error) : null
}

/** A value that the database refused was not written; after any other error it is unknown. */
export const isRefusedValue = (error: unknown) => kindOfFailure(error) !== null

/** Ids and amounts are left out because they differ from one try to the next. */
function kind(name: string, { message }: Error): string {
  const same = message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+/g, '#')
  return `${name}: ${same}`.slice(0, TEXT_MAX_CHARS)
}
