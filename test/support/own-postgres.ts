// A Postgres server for one test, which can be stopped or killed and starts again at the same
// address. Removed with the test.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '../../src/embedded/postgres.ts'
import type { Owner } from './owner.ts'

export async function startOwnPostgres(t: Owner, settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-own-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const where = path.join(folder, 'postgres')
  let server = await startPostgres({ folder: where, settings })
  t.teardown(() => server.stop())
  const { url, port } = server
  return {
    url,
    stop: () => server.stop(),
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      process.kill(server.pid, signal)
      await server.ended
    },
    async startAgain() {
      server = await startPostgres({ folder: where, port, settings })
    },
  }
}
