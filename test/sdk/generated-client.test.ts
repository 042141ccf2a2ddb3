// A client that an operator's own tools generate from docs/openapi.json compiles, and calls a node:
// the types of openapi-typescript with openapi-fetch, as docs/operator-sdk.md shows.

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAME } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

/** Inside the checkout, where openapi-fetch is found. */
const parent = path.join(PROJECT_ROOT, 'dist', 'generated')
mkdirSync(parent, { recursive: true })
const folder = mkdtempSync(path.join(parent, 'client-'))
t.teardown(() => rmSync(folder, { recursive: true, force: true }))

const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

export async function work(baseUrl: string, partner: string, api_key: string) {
  const api = createClient<paths>({ baseUrl })
  const credentials = { partner, api_key }
  const launch = await api.POST('/playGame.do', {
    body: { ...credentials, provider: 'own', player_id: 'ann', currency: 'EUR',
      symbol: '${GAME}', gametype: 'demo' },
  })
  const mode: 'TEST_ONLY' | undefined = launch.data?.meta.mode
  const created = await api.POST('/gameActions.do', {
    params: { header: { 'Idempotency-Key': 'generated-1' } },
    body: { ...credentials, method: 'freespins_create', player_id: 'ann', currency: 'EUR',
      symbol: '${GAME}', count: 10, bet: '0.20' },
  })
  const remaining = created.data !== undefined && 'grant' in created.data
    ? created.data.grant.remaining : null
  const level = await api.POST('/playerRtp.do', {
    body: { ...credentials, action: 'get', player_id: 'ann', provider: 'provider_b' },
  })
  const refused = await api.POST('/gameActions.do', {
    // @ts-expect-error no such method
    body: { ...credentials, method: 'freespins_steal' },
  })
  const health = await api.GET('/games/health')
  return {
    mode, remaining, bound: level.data?.player.bound, refused: refused.error?.message,
    games: health.data?.games.length,
  }
}
`

async function compile(program: string): Promise<string> {
  const tsc = path.join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const options =
    '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,dom --module nodenext ' +
    '--allowImportingTsExtensions --skipLibCheck'
  const args = [tsc, ...options.split(' '), program]
  const run = promisify(execFile)(process.execPath, args, { cwd: folder })
  const { stdout } = await run.catch(error => error)
  return stdout
}

t.test('it compiles and calls a node', async t => {
  const document = pathToFileURL(path.join(PROJECT_ROOT, 'docs', 'openapi.json'))
  writeFileSync(path.join(folder, 'schema.ts'), astToString(await openapiTS(document)))
  const program = path.join(folder, 'client.ts')
  writeFileSync(program, PROGRAM)
  t.equal(await compile(program), '', 'it compiles')

  const outfile = path.join(folder, 'client.mjs')
  await build({ entryPoints: [program], outfile, bundle: true, format: 'esm', platform: 'node' })
  const { work } = await import(pathToFileURL(outfile).href)
  const { setup, node } = await openShared(t)
  const { projectId, apiKey } = setup.project
  t.match(await work(node.baseUrl, projectId, apiKey), {
    mode: 'TEST_ONLY',
    remaining: 10,
    bound: false,
    refused: 'INVALID_METHOD',
    games: 9,
  })
})
