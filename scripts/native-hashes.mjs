// `node scripts/native-hashes.mjs`: writes src/cli/node/native-hashes.ts, the SHA-256 of the
// compiled files of uWebSockets.js. When the version of the package changes, run it after `npm ci`,
// because `npm start` removes the files for other systems, and look at the difference.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const PACKAGE = path.join(ROOT, 'node_modules', 'uWebSockets.js')
const TARGET = path.join(ROOT, 'src', 'cli', 'node', 'native-hashes.ts')
/** The ABIs of Node 20, 22, 24 and 25. */
const ABIS = ['115', '127', '137', '141']

const HEAD = `// The SHA-256 of every compiled file of uWebSockets.js that a node may load: by
// operating system, architecture and the ABI of Node (115 is Node 20, 127 is 22, 137 is 24, 141 is
// 25). Written by scripts/native-hashes.mjs when the package's version changes; checked before the
// file is loaded.

export const NATIVE_HASHES: Readonly<Record<string, string>> = {
`

const names = fs
  .readdirSync(PACKAGE)
  .filter(name => ABIS.some(abi => name.endsWith(`_${abi}.node`)))
const lines = names.sort().map(name => {
  const bytes = fs.readFileSync(path.join(PACKAGE, name))
  return `  '${name}': '${createHash('sha256').update(bytes).digest('hex')}',\n`
})
fs.writeFileSync(TARGET, `${HEAD}${lines.join('')}}\n`)
