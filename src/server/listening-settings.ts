// Where a node listens, from its environment: for players and operators, for the panel, for the
// probes.

import { parseWhole, type Reader } from './setting-reader.ts'

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
  return reader.read(name, 'an address to listen on', fallback, text =>
    /^[\w.:-]+$/.test(text) ? text : null,
  )
}

function readPort(reader: Reader, name: string, fallback: number | null): number {
  const wanted = 'a port from 1 to 65535'
  return reader.read(name, wanted, fallback, text => parseWhole(text, 1, 65_535))
}
