import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

/** These run before the build, so they are not TypeScript and are outside dist/. */
function load(name: string) {
  return import(pathToFileURL(path.join(PROJECT_ROOT, 'scripts', name)).href)
}

const { withSetupLock } = await load('setup-lock.mjs')
const { buildIsCurrent, forgetBuilt, readSources, writeBuilt } = await load('build-stamp.mjs')
const { planInstall } = await load('prepare.mjs')
const { showProgress } = await load('progress.mjs')

t.test('one run at a time prepares a checkout, the others wait', async t => {
  const root = t.testdir()
  let running = 0
  const work = async () => {
    running += 1
    t.equal(running, 1)
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    running -= 1
  }
  await Promise.all([withSetupLock(root, work), withSetupLock(root, work)])
  t.notOk(existsSync(path.join(root, '.data', 'setup.lock')))
})

t.test('the lock of a run that is gone is taken over', async t => {
  for (const content of [String(2 ** 30), '', 'not a number']) {
    const root = t.testdir({ '.data': { 'setup.lock': content } })
    t.equal(await withSetupLock(root, async () => 'done'), 'done')
  }
})

t.test('a failed run releases the lock', async t => {
  const root = t.testdir()
  const failing = withSetupLock(root, async () => {
    throw new Error('no network')
  })
  await t.rejects(failing, /no network/)
  t.equal(await withSetupLock(root, async () => 'done'), 'done')
})

t.test('a build is current until a source is added, edited or removed', async t => {
  const root = t.testdir({ src: { 'a.ts': '1' }, 'tsconfig.json': '{}', dist: {} })
  t.notOk(buildIsCurrent(root))
  writeBuilt(root, { sources: readSources(root), pageSources: [] })
  t.ok(buildIsCurrent(root))

  const edited = path.join(root, 'src', 'a.ts')
  utimesSync(edited, 1, 1)
  t.notOk(buildIsCurrent(root))
  writeBuilt(root, { sources: readSources(root), pageSources: [] })

  mkdirSync(path.join(root, 'test'))
  writeFileSync(path.join(root, 'test', 'b.ts'), '')
  t.notOk(buildIsCurrent(root))
  writeBuilt(root, { sources: readSources(root), pageSources: [] })
  t.ok(buildIsCurrent(root))

  // The build bundles what tests need, once it is there.
  mkdirSync(path.join(root, 'node_modules', 'tap'), { recursive: true })
  t.notOk(buildIsCurrent(root))
  writeBuilt(root, { sources: readSources(root), pageSources: [] })
  t.ok(buildIsCurrent(root))

  forgetBuilt(root)
  t.notOk(buildIsCurrent(root))
})

/** Lock files with these packages, each with its version and whether only tests need it. */
const lockOf = (packages: Record<string, { version: string; dev?: true; optional?: true }>) => ({
  packages: { '': {}, ...packages },
})
const NODE = { 'node_modules/pg': { version: '8' } }
const TESTS = { 'node_modules/tap': { version: '21', dev: true } } as const
const OTHER_SYSTEM = { 'node_modules/esbuild-plan9': { version: '1', optional: true } } as const
const wanted = lockOf({ ...NODE, ...TESTS, ...OTHER_SYSTEM })

t.test('npm start installs no package that only tests need', async t => {
  t.strictSame(planInstall(wanted, null, false), ['ci', '--omit=dev'])
  t.equal(planInstall(wanted, lockOf(NODE), false), null)
  t.strictSame(planInstall(wanted, null, true), ['ci', '--include=dev'])
})

t.test('npm test adds packages without removing those that a node may be using', async t => {
  t.strictSame(planInstall(wanted, lockOf(NODE), true), ['install', '--no-save', '--include=dev'])
  t.equal(planInstall(wanted, lockOf({ ...NODE, ...TESTS }), true), null)
})

t.test('npm start with another lock file keeps the packages of tests', async t => {
  const older = lockOf({ 'node_modules/pg': { version: '7' }, ...TESTS })
  t.strictSame(planInstall(wanted, older, false), ['ci', '--include=dev'])
  t.strictSame(planInstall(wanted, lockOf({ 'node_modules/pg': { version: '7' } }), false), [
    'ci',
    '--omit=dev',
  ])
})

t.test('a long step is shown from its first moment to its end', async t => {
  for (const isTTY of [false, true]) {
    const written: string[] = []
    const output = { isTTY, write: (text: string) => written.push(text) }
    let done = 0
    const progress = showProgress('Installing', () => ({ done, total: 4, note: '' }), output)
    t.match(written, [/Installing \[\.{24}\] 0 of 4, 0 s/])
    done = 2
    progress.end()
    t.match(written[1], /Installing \[#{12}\.{12}\] 2 of 4, \d+ s/)
    t.equal(written.join('').endsWith('\n'), true)
  }
})
