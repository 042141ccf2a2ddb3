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

  forgetBuilt(root)
  t.notOk(buildIsCurrent(root))
})
