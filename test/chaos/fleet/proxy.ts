// A real HAProxy in front of a run's nodes: deploy/docker/haproxy.cfg with a certificate, and the
// run's addresses. Contains nothing about players.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Child, startChild } from '../../../src/embedded/child.ts'
import { findProgram } from '../../../src/embedded/install-with-apt.ts'
import { PROJECT_ROOT } from '../../../src/environment.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../../support/certificate.ts'
import { holdPort } from '../../support/held-port.ts'
import { until } from '../../support/until.ts'
import type { ChaosNode } from '../nodes.ts'

/** Null when HAProxy is not installed. */
export const HAPROXY = findProgram(['haproxy'])

/** Each takes two files, and a user's limit is often 20,000. */
const CONNECTIONS_MAX = 8_000

/** Its checks are a second apart. */
export const PROXY_NOTICES_MS = 2_000

/** Its address is fixed from now on, and it runs after `start`. */
export async function createProxy(folder: string) {
  const port = await holdPort()
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
      writeFileSync(file, configText(`127.0.0.1:${port} ssl crt ${pem}`, nodes))
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

/** @param front the address and the certificate */
function configText(front: string, nodes: readonly ChaosNode[]): string {
  const servers = nodes.map(({ index, baseUrl, probesPort }) => {
    const { host } = new URL(baseUrl)
    return `  server node-${index} ${host} check port ${probesPort}\n`
  })
  const shipped = readFileSync(path.join(PROJECT_ROOT, 'deploy/docker/haproxy.cfg'), 'utf8')
  return shipped
    .replace('bind :8080', `bind ${front}`)
    .replace(/maxconn \d+/, `maxconn ${CONNECTIONS_MAX}`)
    .replace(/^resolvers [\s\S]*?\n\n/m, '')
    .replace(/ check port \d+ (.*) resolvers names init-addr .*/, ' check $1')
    .replace(/^ {2}server .*\n/gm, '')
    .replace(/\n*$/, `\n${servers.join('')}`)
}
