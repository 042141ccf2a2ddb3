// The panel of operators' people, from a node's environment: off unless its address is given.

import {
  isHttpsOrLocal,
  parseNetworks,
  parseOrigin,
  type Reader,
  wholeFrom,
} from './setting-reader.ts'

/** Where operators' people reach the panel. */
export interface OperatorPanel {
  /** How browsers reach it: scheme, host and port. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** From where it is reached, canonical CIDR. */
  readonly networks: readonly string[]
}

/** Nodes that share a machine have different internal ports, so these ports differ too. */
const PORT_ABOVE = 200

/** @param internalPort of the node */
export function readOperatorPanel(reader: Reader, internalPort: number): OperatorPanel | null {
  const wanted = 'the https address operators’ people reach the panel at, or http on 127.0.0.1'
  const url = reader.readOptional('OPERATOR_PANEL_URL', wanted, parsePanelUrl)
  const listening = {
    host: reader.read('OPERATOR_PANEL_HOST', 'an address to listen on', '127.0.0.1', parseHost),
    port: reader.read(
      'OPERATOR_PANEL_PORT',
      'a port from 1 to 65535',
      Math.min(65_535, internalPort + PORT_ABOVE),
      wholeFrom(1, 65_535),
    ),
  }
  const networks = reader.readOptional(
    'OPERATOR_PANEL_NETWORKS',
    'networks like 203.0.113.0/24,2001:db8::/32; 0.0.0.0/0,::/0 lets everyone in',
    parseNetworks,
  )
  if (url === null) return null
  if (networks === null) {
    reader.problems.push(
      'OPERATOR_PANEL_NETWORKS is not set: name the networks operators’ people come from, or ' +
        '0.0.0.0/0,::/0 for every address.',
    )
  }
  return Object.freeze({ url, ...listening, networks: Object.freeze(networks ?? []) })
}

/** Passwords and session cookies are sent to it: https, or this machine only. */
export function parsePanelUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !isHttpsOrLocal(url)) return null
  return parseOrigin(text) !== null && url.pathname === '/' ? url.origin : null
}

const parseHost = (text: string) => (/^[\w.:-]+$/.test(text) ? text : null)
