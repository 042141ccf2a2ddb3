// The platform of a fleet as its owner installs it: packed releases, their commands and `serve`,
// with the settings of an installation. Runs nothing of src in the judge's own process.

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createNode } from '../nodes.ts'
import type { Platform, PlatformDeps, RunStores } from '../run-parts.ts'
import { LOOPBACK } from '../setup.ts'
import type { Csv } from './own-reports.ts'
import type { Release } from './releases.ts'

const VIEWER = 'fleet-judge'
const FILE_DEADLINE_MS = 60_000

export interface Releases {
  /** This checkout. */
  now: Release
  /** Null where no event needs it. */
  before: Release | null
}

export interface FleetPlatform extends Platform, Releases {
  /** Of every node and every command. */
  env: Readonly<Record<string, string>>
  /** The reports of a project as the files that its panel gives. */
  readCsv(internalUrl: string, projectId: string): Promise<Csv>
}

/** @param first the release that the run begins with */
export function createFleetPlatform(
  given: PlatformDeps<RunStores>,
  releases: Releases,
  first: Release,
  folder: string,
): FleetPlatform {
  // The wallets have a certificate of a private authority.
  const env = { ...given.env, NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS! }
  let cookie: string | null = null

  async function projectCommand(args: readonly string[]): Promise<{ api_key: string }> {
    return JSON.parse(await first.command(['project', ...args, '--json'], env))
  }

  /** A viewer of the panel, who sets a password by the link that the owner's command prints. */
  async function signIn(internalUrl: string): Promise<string> {
    const args = ['admin', 'create', VIEWER, '--role', 'viewer', '--json']
    const { link } = JSON.parse(await releases.now.command(args, env)) as { link: string }
    const response = await fetch(`${internalUrl}/admin/api/link/use`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: internalUrl,
        'x-admin-request': '1',
      },
      body: JSON.stringify({ token: link.split('#')[1], password: `${VIEWER} ${Date.now()}` }),
    })
    if (response.status !== 200) throw new Error(`no sign-in: ${await response.text()}`)
    return response.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
  }

  return {
    ...releases,
    env,
    async migrate() {
      await first.command(['migrate'], env)
    },
    async openProject(projectId, callbackUrl, settings) {
      const networks = LOOPBACK.flatMap(network => ['--allow', network])
      const asked = ['create', projectId, '--callback', callbackUrl, ...networks]
      const { api_key: apiKey } = await projectCommand(asked)
      const file = path.join(folder, `${projectId}.json`)
      writeFileSync(file, JSON.stringify(settings, knownBefore))
      await projectCommand(['set', projectId, '--file', file])
      return apiKey
    },
    createNode: (index, of) => createNode(index, of, env, first.program),
    async readCsv(internalUrl, projectId) {
      cookie ??= await signIn(internalUrl)
      const read = async (report: string) => {
        const url = `${internalUrl}/admin/api/reports/${report}.csv?projectId=${projectId}`
        const signal = AbortSignal.timeout(FILE_DEADLINE_MS)
        const response = await fetch(url, { headers: { cookie: cookie! }, signal })
        if (response.status !== 200) throw new Error(`${report}.csv: ${await response.text()}`)
        return response.text()
      }
      return { rounds: await read('rounds'), reconciliation: await read('reconciliation') }
    },
  }
}

/** Settings that the release before refuses as unknown; none once there is a release with them. */
const NEW_SETTINGS: readonly string[] = ['finalRefusals']

const knownBefore = (name: string, value: unknown) =>
  NEW_SETTINGS.includes(name) ? undefined : value
