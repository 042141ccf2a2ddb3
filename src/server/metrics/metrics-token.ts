// The token that a reader of /metrics must show, from the environment.

import type { Reader } from '../setting-reader.ts'

/** Null: no token is needed. */
export function readMetricsToken(reader: Reader): string | null {
  const wanted = '16 to 256 printable characters without spaces (openssl rand -hex 32)'
  const token = reader.read<string>('METRICS_TOKEN', wanted, '', text =>
    /^[!-~]{16,256}$/.test(text) ? text : null,
  )
  return token === '' ? null : token
}
