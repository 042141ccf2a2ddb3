// Origins whose pages may open play sockets.

import { parseOrigin, type Reader } from './setting-reader.ts'

/** The origins of this node. A node on loopback may be opened by any loopback name. */
export function playOrigins({
  publicUrl,
  allowedOrigins,
}: {
  publicUrl: string
  allowedOrigins: readonly string[]
}): ReadonlySet<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  const names = LOOPBACK_NAMES.includes(hostname) ? LOOPBACK_NAMES : []
  const local = names.map(name => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
  return new Set([origin, ...local, ...allowedOrigins])
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export function readAllowedOrigins(reader: Reader): readonly string[] {
  const wanted = 'origins like https://casino.example.com,https://other.example.com'
  return Object.freeze(reader.read<string[]>('ALLOWED_ORIGINS', wanted, [], parseOrigins) ?? [])
}

function parseOrigins(text: string): string[] | null {
  const given = text.split(',').map(part => part.trim())
  const origins = given.filter(part => part !== '').map(parseOrigin)
  const isExact = origins.every(origin => origin !== null && new URL(origin).origin === origin)
  return isExact ? (origins as string[]) : null
}
