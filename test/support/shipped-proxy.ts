// The HAProxy configuration of deploy/docker for nodes on loopback: the shipped file, with other
// addresses; and a real HAProxy with it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startChild } from '../../src/embedded/child.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { holdPort } from './held-port.ts'
import type { NodeProcess } from './operator-setup.ts'
import type { Owner } from './owner.ts'
import { until } from './until.ts'

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
 * @param metricsPort of the metrics of HAProxy, which takes no 0
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

export function proxiedNodes(nodes: readonly NodeProcess[]): ProxiedNode[] {
  return nodes.map(({ baseUrl, probesUrl }, n) => ({
    name: `node-${n + 1}`,
    host: new URL(baseUrl).host,
    probesPort: Number(new URL(probesUrl).port),
  }))
}

/**
 * Resolves when it leads to a node; rejects with what HAProxy printed if it ends before.
 * @param command the program, @param connections at once
 */
export async function startShippedProxy(
  owner: Owner,
  command: string,
  nodes: readonly ProxiedNode[],
  connections: number,
) {
  const [port, metricsPort] = [await holdPort(), await holdPort()]
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-proxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, shippedProxy(`127.0.0.1:${port}`, nodes, connections, metricsPort))
  const logFile = path.join(folder, 'haproxy.log')
  const args = ['-db', '-f', file]
  const child = await startChild({ command, args, folder, logFile, stopSignal: 'SIGKILL' })
  owner.teardown(async () => {
    await child.stop()
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy leads to a node', () => {
    if (child.hasEnded()) throw new Error(readFileSync(logFile, 'utf8'))
    return fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return { url, pid: child.pid, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` }
}
