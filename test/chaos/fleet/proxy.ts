// A real HAProxy in front of a run's nodes: deploy/docker/haproxy.cfg with a certificate, and the
// run's addresses. Contains nothing about players.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Child, startChild } from '../../../src/embedded/child.ts'
import { findProgram } from '../../../src/embedded/install-with-apt.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../../support/certificate.ts'
import { holdPort } from '../../support/held-port.ts'
import { shippedProxy } from '../../support/shipped-proxy.ts'
import { until } from '../../support/until.ts'
import type { ChaosNode } from '../nodes.ts'

/** Null when HAProxy is not installed. */
export const HAPROXY = findProgram(['haproxy'])

/** Each takes two files, and a user's limit is often 20,000. */
const CONNECTIONS_MAX = 8_000

/** Three checks, the last two sooner after each other. */
export const PROXY_NOTICES_MS = 3_000

/** Its address is fixed from now on, and it runs after `start`. */
export async function createProxy(folder: string) {
  const [port, metricsPort] = [await holdPort(), await holdPort()]
  const url = `https://127.0.0.1:${port}`
  const home = path.join(folder, 'haproxy')
  const file = path.join(home, 'haproxy.cfg')
  const pem = path.join(home, 'certificate.pem')
  mkdirSync(home)
  writeFileSync(pem, CERTIFICATE + PRIVATE_KEY)
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
      const proxied = nodes.map(({ index, baseUrl, probesPort }) => ({
        name: `node-${index}`,
        host: new URL(baseUrl).host,
        probesPort,
      }))
      const front = `127.0.0.1:${port} ssl crt ${pem}`
      writeFileSync(file, shippedProxy(front, proxied, CONNECTIONS_MAX, metricsPort))
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
