// Which failures around a round are for a reason of our own, so that doing the same again fails again: a
// mistake in the code, a value no column takes. Pure. A store that is away is never one.

/** Errors that only code throws; a store that is away throws others. */
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

/** A text that is the same for two failures of the same kind; null: not for a reason of our own. */
export function kindOfFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && REFUSED_VALUE.test(code)) return kind(`SQLSTATE ${code}`, error)
  if (error.name === 'ReplyError' && FAILED_SCRIPT.test(error.message)) return kind('Redis', error)
  return MISTAKES.has(error.name) ? kind(error.name, error) : null
}

/** Ids and amounts are left out: they differ from one try to the next. */
function kind(name: string, { message }: Error): string {
  const same = message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+/g, '#')
  return `${name}: ${same}`.slice(0, TEXT_MAX_CHARS)
}
