// The public listener of a node, with bounded connections.

import { countedAddress, isInside, readAddress } from '../core/network.ts'
import { createConnectionBounds } from '../edge/connections.ts'
import type { Headers } from '../edge/http.ts'
import { createListener } from '../edge/listener.ts'
import type { Config } from './config.ts'
import { connectionLimits, readFileLimit } from './files.ts'
import { countConnections } from './kernel-connections.ts'
import type { Parts } from './parts.ts'

/** Below this a busy node runs out of files: logged once, at start. */
const FILES_WANTED = 16_384
const YEAR_S = 31_536_000

export function createPublicListener({ config, log, metrics, onFault }: Parts) {
  const fileLimit = readFileLimit()
  const limits = connectionLimits(fileLimit)
  log.info(
    { fileLimit, connections: limits.inAll, byAddress: limits.byAddress },
    'connection limits',
  )
  if (fileLimit !== null && fileLimit < FILES_WANTED) {
    log.warn({ fileLimit }, `few open files are allowed: raise "ulimit -n" to ${FILES_WANTED}`)
  }
  const isTrustedProxy = (text: string) => isOfTrustedProxy(config, text)
  const connections = createConnectionBounds({
    limits,
    isTrustedProxy,
    counted: countedAddress,
    countByAddress: () => countConnections(config.port),
    nowMs: performance.now.bind(performance),
    onRefused: metrics.connectionRefused,
  })
  metrics.watchConnections(connections.count)
  const listener = createListener({
    headers: headersOf(config),
    connections,
    isProxyProtocolAllowed: address => config.proxyProtocol && isTrustedProxy(address),
    onRefused: metrics.requestRefused,
    onFault,
  })
  return { ...listener, connections }
}

function isOfTrustedProxy({ trustedProxies }: Config, text: string): boolean {
  const address = readAddress(text)
  return address !== null && isInside(address, trustedProxies)
}

/**
 * The name under which a connection is counted; null: a trusted proxy's, limited only by the total.
 */
export function countConnection(config: Config, address: string): string | null {
  return isOfTrustedProxy(config, address) ? null : countedAddress(address)
}

/** HSTS: a browser that came over TLS uses only TLS from then on. */
function headersOf({ publicUrl }: Config): Headers {
  if (!publicUrl.startsWith('https:')) return {}
  return { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }
}
