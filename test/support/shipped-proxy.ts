// The HAProxy configuration of deploy/docker for nodes on loopback: the shipped file, with other
// addresses.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../src/environment.ts'

export interface ProxiedNode {
  name: string
  /** Host and port. */
  host: string
  /** Null: it is not checked. */
  probesPort: number | null
}

/**
 * @param front address and port, and a certificate if it has one
 * @param connections at once; each takes two open files
 * @param metricsPort of its own metrics; HAProxy takes no 0
 */
export function shippedProxy(
  front: string,
  nodes: readonly ProxiedNode[],
  connections: number,
  metricsPort: number,
): string {
  const shipped = readFileSync(path.join(PROJECT_ROOT, 'deploy/docker/haproxy.cfg'), 'utf8')
  const isChecked = nodes.every(({ probesPort }) => probesPort !== null)
  const serversIn = (section: string) => {
    const isTracking = section.includes('\nbackend sockets\n')
    return nodes.map(({ name, host, probesPort }) => {
      const check = isTracking ? ` track nodes/${name}` : ` port ${probesPort}`
      return `  server ${name} ${host}${isChecked ? check : ''}\n`
    })
  }
  const text = shipped
    .replace('bind :8080', `bind ${front}`)
    .replace('bind :8405', `bind 127.0.0.1:${metricsPort}`)
    .replace(/maxconn \d+/, `maxconn ${connections}`)
    .replace(/^resolvers [\s\S]*?\n\n/m, '')
    .replace(/^ {2}default-server resolvers .*\n/m, '')
    .replace(' resolvers names init-addr last,libc,none', '')
    .replace(/(\nbackend [\s\S]*?\n)(?: {2}server .*\n)+/g, (_, section: string) =>
      [section, ...serversIn(section)].join(''),
    )
  return isChecked
    ? text
    : text.replace(/^ {2}(option httpchk|http-check |default-server |timeout check).*\n/gm, '')
}
