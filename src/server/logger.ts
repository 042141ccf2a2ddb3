// Structured logs (pino), with every field that may hold a secret blanked before a line is written.

import { type Logger, pino } from 'pino'

/** Field names that may hold a secret, anywhere in a logged object. */
const SECRET_FIELDS = [
  'api_key',
  'apiKey',
  'signingKeys',
  'clientCertificate',
  'token',
  'link',
  'masterKey',
  'metricsToken',
  'password',
  'authorization',
]

const REDACTED = SECRET_FIELDS.flatMap(field => [field, `*.${field}`, `*.*.${field}`])

/** Session tokens and project keys have a recognisable form, so texts are searched for them too. */
const SECRET_TEXT = /\b(?:rk_|rs_|rt_)[A-Za-z0-9_-]{16,}/g

export function redactText(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}

export type { Logger }

/**
 * @param node named in every line: logs of many nodes are read together
 * @param destination where lines go; standard error, so that standard output stays scriptable
 */
export function createLogger(
  level: string,
  node: string,
  destination: number | string = 2,
): Logger {
  return pino(
    {
      level,
      base: { node },
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method) {
          const redacted = args.map(arg => (typeof arg === 'string' ? redactText(arg) : arg))
          method.apply(this, redacted as Parameters<typeof method>)
        },
      },
    },
    pino.destination({ dest: destination, sync: false }),
  )
}

function serializeError(error: unknown) {
  if (!(error instanceof Error)) return redactText(String(error))
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : undefined
  return { name, code, message: redactText(message), stack: redactText(stack ?? '') }
}
