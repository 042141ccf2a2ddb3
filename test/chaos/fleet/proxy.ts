// A real HAProxy in front of a run's nodes, configured like deploy/docker/haproxy.cfg. Contains
// nothing about players.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Child, startChild } from '../../../src/embedded/child.ts'
import { findProgram } from '../../../src/embedded/install-with-apt.ts'
import { holdPort } from '../../support/held-port.ts'
import { until } from '../../support/until.ts'
import type { ChaosNode } from '../nodes.ts'

/** Null when HAProxy is not installed. */
export const HAPROXY = findProgram(['haproxy'])

/** Its checks are a second apart. */
export const PROXY_NOTICES_MS = 2_000

/** Its address is fixed from now on, and it runs after `start`. */
export async function createProxy(folder: string) {
  const port = await holdPort()
  const url = `http://127.0.0.1:${port}`
  const home = path.join(folder, 'haproxy')
  const file = path.join(home, 'haproxy.cfg')
  mkdirSync(home)
  let child: Child | null = null

  async function run(): Promise<void> {
    child = await startChild({
      command: HAPROXY!,
      // In the foreground, as one program.
      args: ['-db', '-f', file],
      folder: home,
      logFile: `${home}.log`,
      stopSignal: 'SIGKILL',
    })
    await until('HAProxy leads to a node', () => isHealthy(url))
  }

  return {
    url,
    start(nodes: readonly ChaosNode[]): Promise<void> {
      writeFileSync(file, configText(port, nodes))
      return run()
    },
    /** SIGKILL. */
    kill: async () => child?.stop(),
    startAgain: run,
  }
}

async function isHealthy(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}

function configText(port: number, nodes: readonly ChaosNode[]): string {
  const servers = nodes.map(({ index, baseUrl, probesPort }) => {
    const { host } = new URL(baseUrl)
    return `  server node-${index} ${host} check port ${probesPort}`
  })
  return `global
  log stdout format raw local0 notice
  maxconn 4000
defaults
  mode http
  log global
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout http-request 10s
  timeout tunnel 90s
frontend public
  bind 127.0.0.1:${port}
  option http-buffer-request
  option forwardfor
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host reelhouse
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
  option redispatch
  retry-on conn-failure
${servers.join('\n')}
`
}
