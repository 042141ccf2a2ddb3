// The list of packages that a node runs with: of the lock file's packages neither those of the
// pages and the build nor those of tests, each with the hash that npm checks.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

interface Locked {
  name?: string
  version: string
  dev?: boolean
  integrity: string
}

t.test(
  'npm run sbom lists every package of a node, in its locked version and with its hash',
  async t => {
    const printed = execFileSync('node', ['scripts/sbom.mjs'], {
      cwd: PROJECT_ROOT,
      encoding: 'utf8',
    })
    t.match(printed, /^\d+ packages: dist\/sbom\.cdx\.json/)
    const read = (file: string) => JSON.parse(readFileSync(path.join(PROJECT_ROOT, file), 'utf8'))
    const sbom = read('dist/sbom.cdx.json')
    t.match(sbom, { bomFormat: 'CycloneDX', specVersion: '1.5' })
    const listed = new Map<string, string>(
      sbom.components.map(
        (one: { name: string; version: string; hashes: [{ content: string }] }) => [
          `${one.name}@${one.version}`,
          one.hashes[0].content,
        ],
      ),
    )
    const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
    for (const name of ['uWebSockets.js', 'pg', 'ioredis', 'piscina', '@node-rs/argon2', 'tldts']) {
      const locked = packages[`node_modules/${name}`]!
      const hash = Buffer.from(locked.integrity.slice('sha512-'.length), 'base64').toString('hex')
      t.equal(listed.get(`${locked.name ?? name}@${locked.version}`), hash, name)
    }
    for (const name of ['tap', 'pixi.js', 'esbuild']) {
      t.notOk(
        [...listed.keys()].some(each => each.startsWith(`${name}@`)),
        `not ${name}`,
      )
    }
  },
)
