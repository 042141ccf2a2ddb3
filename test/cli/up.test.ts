import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { isRunning, readPid, startMark } from '../../src/embedded/running-program.ts'
import { holdPort } from '../support/held-port.ts'
import { onlyFullSize } from '../support/size.ts'
import { openCommandLine, start } from '../support/start-reelhouse.ts'

/** Of the commands that end by themselves. */
const run = openCommandLine(t)

function makeDataDir(t: Test): string {
  return path.join(t.testdir(), 'data')
}

t.test('up starts everything, keeps its data and stops cleanly', async t => {
  const dataDir = makeDataDir(t)
  const upArgs = ['up', '--port', '0', '--data-dir', dataDir, '--json']
  const first = start(upArgs)
  const ready = JSON.parse(await first.firstLine)
  t.match(ready, {
    ready: true,
    base_url: /^http:\/\/127\.0\.0\.1:\d+$/,
    admin_url: /^http:\/\/127\.0\.0\.1:\d+\/admin\/$/,
    admin_link: /^http:\/\/127\.0\.0\.1:\d+\/admin\/link#[\w-]{43}$/,
    project: { id: 'demo', api_key: /^rk_/ },
  })
  t.equal((await fetch(`${ready.base_url}/health`)).status, 200)
  t.equal((await fetch(ready.lobby_url)).status, 200)

  await t.test('a second up reports that the first one runs', async t => {
    const second = await run(upArgs)
    t.match(second, { code: 1, stdout: '' })
    const { pid } = first.child
    t.equal(second.stderr, `Reelhouse is already running (pid ${pid}, ${ready.base_url}).\n`)
  })

  await t.test('commands reach the stores of a running up', async t => {
    const url = 'http://127.0.0.1:9/wallet'
    const create = ['project', 'create', 'acme', '--callback', url, '--allow', '127.0.0.0/8']
    const args = [...create, '--data-dir', dataDir, '--json']
    const created = await run(args)
    t.match(JSON.parse(created.stdout), { project_id: 'acme', api_key: /^rk_[\w-]{43}$/ })
    const again = await run(args)
    t.match(again, { code: 1, stdout: '', stderr: /exists already/ })
  })

  let last = first
  await t.test('it survives kill -9', onlyFullSize, async t => {
    const redisPid = readPid(path.join(dataDir, 'redis', 'redis.pid'))!
    first.child.kill('SIGKILL')
    await first.ended
    t.ok(isRunning(redisPid), 'the killed run leaves its stores behind')
    last = start(upArgs)
    const readyAgain = JSON.parse(await last.firstLine)
    t.notOk(isRunning(redisPid), 'the next run ends them')
    t.same(readyAgain.project, ready.project, 'and finds all data')
  })

  const postgresPid = readPid(path.join(dataDir, 'postgres', 'postmaster.pid'))!
  last.child.kill('SIGINT')
  // npm passes a terminal's Ctrl-C on a second time.
  last.child.kill('SIGINT')
  const ended = await last.ended
  t.match(ended, { code: 0, stderr: /Stopped\.\n$/ })
  t.match(ended.stderr, /DEVELOPMENT SWITCH ON/)
  t.notOk(isRunning(postgresPid), 'Ctrl-C ends the stores too')

  await t.test('commands start the stores of a stopped up', async t => {
    const migrated = await run(['migrate', '--data-dir', dataDir, '--json'])
    t.match(migrated, { code: 0, stdout: '{"applied":[]}\n' })
  })

  await t.test('a folder whose cluster is broken is reported in one clear line', async t => {
    const version = path.join(dataDir, 'postgres', 'PG_VERSION')
    rmSync(version)
    const broken = await run(upArgs)
    t.match(broken, { code: 1, stdout: '' })
    t.match(broken.stderr, /^Postgres can't use .*: it holds no Postgres cluster .*Restore.*\n$/m)
    writeFileSync(version, '18\n')
  })
})

t.test('up reports what is wrong with its options and its port', async t => {
  const dataDir = makeDataDir(t)
  t.match(await run(['up', '--nope']), { code: 2, stdout: '', stderr: /^Unknown option/ })
  t.match(await run(['up', '--port', 'x']), { code: 2, stderr: /'x' is invalid.*a port/ })
  const help = await run(['up', '--help'])
  t.match(help, { code: 0, stdout: /^Usage: reelhouse up/, stderr: '' })

  const port = String(await holdPort())
  const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
  const unreachable = await run(['up', '--port', '0', '--data-dir', dataDir], env)
  t.match(unreachable, { code: 1, stderr: /^Redis at 127\.0\.0\.1:\d+ does not answer.*REDIS_URL/ })
})

t.test('an up that is still starting is distinguished from one that runs', async t => {
  const { pid } = process
  const lock = JSON.stringify({ pid, startMark: startMark(pid), purpose: 'up' })
  const dataDir = t.testdir({ 'lock.json': lock })
  const second = await run(['up', '--port', '0', '--data-dir', dataDir])
  t.match(second, { code: 1, stderr: `already starting (pid ${pid})` })
  t.match(readFileSync(path.join(dataDir, 'lock.json'), 'utf8'), String(pid))
})

t.test('serve reports all missing settings at once', async t => {
  const ended = await run(['serve'])
  t.match(ended, { code: 1, stdout: '' })
  const lines = ended.stderr.trimEnd().split('\n')
  const named = lines.map(line => line.split(' ')[0])
  t.same(named, ['REDIS_URL', 'DATABASE_URL', 'MASTER_KEY', 'PUBLIC_URL'])
})
