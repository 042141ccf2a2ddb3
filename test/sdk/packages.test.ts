// The npm packages for operators, tested from their packed files in a folder outside the checkout:
// both forms of modules and the types of @reelhouse/operator against a node, and the wallet kit
// started by its name.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { GAME } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'
import { onlyFullSize } from '../support/size.ts'

const run = promisify(execFile)
const script = path.join(PROJECT_ROOT, 'scripts', 'packages.mjs')
const { writeOperatorPackage, writeWalletKit } = await import(pathToFileURL(script).href)

const OPERATOR_MAX_BYTES = 60 * 1024
const outside = mkdtempSync(path.join(tmpdir(), 'reelhouse-packages-'))
t.teardown(() => rmSync(outside, { recursive: true, force: true }))
const written = path.join(outside, 'written')
const place = path.join(outside, 'place')
const installed = path.join(place, 'node_modules', '@reelhouse')
mkdirSync(written)
mkdirSync(place)
await writeOperatorPackage(path.join(written, 'operator'))
await writeWalletKit(path.join(written, 'wallet-kit'))

interface Packed {
  filename: string
  size: number
}

const npm = (args: string[], cwd: string) =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' })
const packed: Packed[] = JSON.parse(
  npm(['pack', '--json', './operator', './wallet-kit'], written).replace(/^[^[]*/, ''),
)
writeFileSync(path.join(place, 'package.json'), '{"private":true}')
npm(['install', ...packed.map(({ filename }) => path.join(written, filename))], place)

const sizeOf = (name: string) => packed.find(({ filename }) => filename.includes(name))!.size

t.test('@reelhouse/operator is small, depends on nothing and carries its licence', async t => {
  t.ok(sizeOf('operator') < OPERATOR_MAX_BYTES, `${sizeOf('operator')} bytes packed`)
  const folder = path.join(installed, 'operator')
  const described = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
  t.match(described, { version, license: 'Apache-2.0', dependencies: undefined })
  t.match(readFileSync(path.join(folder, 'LICENSE'), 'utf8'), /Version 2\.0, January 2004/)
  t.strictSame(
    readdirSync(path.join(place, 'node_modules')).filter(name => !name.startsWith('.')),
    ['@reelhouse'],
    'nothing else is installed',
  )
})

const IMPORTS = {
  createOperatorClient: '@reelhouse/operator',
  parseMinor: '@reelhouse/operator/exact-json',
  openGame: '@reelhouse/operator/game-frame',
  readWalletCallback: '@reelhouse/operator/wallet-callback',
  verifySignature: '@reelhouse/operator/wallet-signature',
} as const

const lines = (print: (name: string, from: string) => string) =>
  Object.entries(IMPORTS).map(([name, from]) => print(name, from))

/** Launches a game, reads a call to the wallet and prints the result. */
const WORK = `
async function work(baseUrl, partner, apiKey) {
  const api = createOperatorClient({ baseUrl, partner, apiKey })
  const { meta } = await api.launch({ player_id: 'ann', currency: 'EUR', symbol: '${GAME}' })
  const wrong = createOperatorClient({ baseUrl, partner, apiKey: 'rk_wrong', attempts: 1 })
  const refused = await wrong.freespins.list().then(() => null, error => error.code)
  const body = JSON.stringify({ method: 'session_info', api_key: apiKey, player_id: 'ann',
    session_id: meta.session_id })
  const read = readWalletCallback(new TextEncoder().encode(body), '/wallet/EUR', apiKey)
  const minor = String(parseMinor('4.35'))
  const signed = verifySignature({ signature: undefined, body: new Uint8Array() }, ['rs_key'])
  const said = { mode: meta.mode, refused, method: read.callback.method, minor, signed,
    frame: typeof openGame }
  console.log(JSON.stringify(said))
}
work(...process.argv.slice(2))
`
const SAID = {
  mode: 'TEST_ONLY',
  refused: 'UNAUTHORIZED',
  method: 'session_info',
  minor: '435',
  signed: false,
  frame: 'function',
}

t.test('it is imported and required, and calls a node', async t => {
  const { setup, node } = await openShared(t)
  const { projectId, apiKey } = setup.project
  const forms = {
    'work.mjs': lines((name, from) => `import { ${name} } from '${from}'`),
    'work.cjs': lines((name, from) => `const { ${name} } = require('${from}')`),
  }
  for (const [file, imports] of Object.entries(forms)) {
    writeFileSync(path.join(place, file), `${imports.join('\n')}${WORK}`)
    const { stdout } = await run(process.execPath, [file, node.baseUrl, projectId, apiKey], {
      cwd: place,
    })
    t.strictSame(JSON.parse(stdout), SAID, file)
  }
})

t.test('its types hold in both forms, without those of Node', onlyFullSize, async t => {
  const use = `
const api = createOperatorClient({ baseUrl: '', partner: '', apiKey: '' })
const link: Promise<string> = api.launch({ player_id: 'a', currency: 'EUR', symbol: 'b' })
  .then(answer => answer.link)
// @ts-expect-error a currency that the platform does not have
void api.launch({ player_id: 'a', currency: 'JPY', symbol: 'b' })
const read = readWalletCallback('{}', '/EUR', 'key')
if (read.ok && read.callback.method === 'bet') {
  const minor: bigint = read.callback.amountMinor
  void minor
}
void [link, parseMinor, openGame, verifySignature]
`
  const imports = lines((name, from) => `import { ${name} } from '${from}'`).join('\n')
  const files = ['types.mts', 'types.cts']
  for (const file of files) writeFileSync(path.join(place, file), imports + use)
  const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', lib: ['es2023'] }
  const project = { compilerOptions: { ...compilerOptions, types: [] }, files }
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(project))
  const tsc = path.join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = await run(process.execPath, [tsc], { cwd: place }).catch(error => error)
  t.equal(stdout, '')
  const declared = path.join(installed, 'operator', 'esm', 'client.d.ts')
  // Only newer compilers find declarations under the name of a source.
  t.match(readFileSync(declared, 'utf8'), /from '\.\/call\.js'/)
})

t.test('the wallet kit is as large as docs/wallet-guide.md says', async t => {
  const guide = readFileSync(path.join(PROJECT_ROOT, 'docs', 'wallet-guide.md'), 'utf8')
  const [, said] = /package of about (\d+)\sKB, `@reelhouse\/wallet-kit`/.exec(guide) ?? []
  const kilobytes = sizeOf('wallet-kit') / 1e3
  t.ok(Math.abs(Number(said) - kilobytes) < 25, `${said} KB, it has ${kilobytes}`)
})

t.test('the wallet kit is started by its name and checks a wallet', async t => {
  const wallet = await startMockWallet({ apiKey: 'rk_key' })
  t.teardown(wallet.close)
  const options = { cwd: place, env: { ...process.env, WALLET_KEY: 'rk_key' } }
  const check = ['check', wallet.url, '--allow-loopback']
  const { stdout } = await run('npx', ['--offline', 'wallet-kit', ...check], options)
  t.match(stdout, /The wallet keeps the contract: \d+ checks, \d+ passed, 0 failed/)
  const program = path.join(place, 'node_modules', '.bin', 'wallet-kit')
  const kit = (...args: string[]) => run(process.execPath, [program, ...args], options)
  t.match((await kit('mock', '--help')).stdout, /Usage: wallet-kit mock \[options\]/)
  await t.rejects(kit('check', 'http://wallet.example'), { code: 2, stderr: /is refused/ })
  await t.rejects(kit('paint'), { code: 2, stderr: /wallet-kit <command>/ })
})
