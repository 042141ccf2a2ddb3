// Where a node listens, from its environment: for players and operators, for the panel, for the
// probes; which pages may open its play sockets, and what a reader of its metrics must show.

import {
  LOOPBACK_NAMES,
  matching,
  parseOrigin,
  parseWhole,
  type Reader,
  wholeFrom,
} from './setting-reader.ts'

export interface Listening {
  /** Address that the front end listens on. */
  host: string
  port: number
  /** Address and port of the admin panel, for this node's own network. */
  internalHost: string
  internalPort: number
  /** Address and port of the probes, apart from the panel: liveness, readiness, metrics. */
  probesHost: string
  probesPort: number
}

/**
 * Nodes that share a machine have different internal ports, so their default probe ports differ
 * too.
 */
const PROBES_PORT_ABOVE = 100

export function readListening(reader: Reader): Listening {
  const internalHost = readHost(reader, 'INTERNAL_HOST', '127.0.0.1')
  const internalPort = readPort(reader, 'INTERNAL_PORT', 9090)
  return {
    host: readHost(reader, 'HOST', '0.0.0.0'),
    port: readPort(reader, 'PORT', 8080),
    internalHost,
    internalPort,
    probesHost: readHost(reader, 'PROBES_HOST', internalHost),
    probesPort: readPort(reader, 'PROBES_PORT', portAbove(internalPort)),
  }
}

/** Null: there is no such port, and one must be given. */
function portAbove(internalPort: number): number | null {
  return parseWhole(String(internalPort + PROBES_PORT_ABOVE), 1, 65_535)
}

function readHost(reader: Reader, name: string, fallback: string): string {
  return reader.read(name, 'an address to listen on', fallback, matching(/^[\w.:-]+$/))
}

function readPort(reader: Reader, name: string, fallback: number | null): number {
  const wanted = 'a port from 1 to 65535'
  return reader.read(name, wanted, fallback, wholeFrom(1, 65_535))
}

/** The token that a reader of /metrics must show; null: no token is needed. */
export function readMetricsToken(reader: Reader): string | null {
  const wanted = '16 to 256 printable characters without spaces (openssl rand -hex 32)'
  return reader.readOptional('METRICS_TOKEN', wanted, matching(/^[!-~]{16,256}$/))
}

/**
 * The origins whose pages may open this node's play sockets. A node on loopback may be opened by
 * any loopback name.
 */
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

export function readAllowedOrigins(reader: Reader): readonly string[] {
  const wanted = 'origins like https://casino.example.com,https://other.example.com'
  return Object.freeze(reader.readOptional('ALLOWED_ORIGINS', wanted, parseOrigins) ?? [])
}

function parseOrigins(text: string): string[] | null {
  const given = text.split(',').map(part => part.trim())
  const origins = given.filter(part => part !== '').map(parseOrigin)
  const isExact = origins.every(origin => origin !== null && new URL(origin).origin === origin)
  return isExact ? (origins as string[]) : null
}
