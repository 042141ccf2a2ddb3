// What a reader of /metrics must show, as the environment says.

import type { Reader } from '../setting-reader.ts'

/** Null: nothing. */
export function readMetricsToken(reader: Reader): string | null {
  const wanted = '16 to 256 printable characters without spaces (openssl rand -hex 32)'
  const token = reader.read<string>('METRICS_TOKEN', wanted, '', text =>
    /^[!-~]{16,256}$/.test(text) ? text : null,
  )
  return token === '' ? null : token
}
