// The fenced blocks of every document that name a language can be read in it.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'esbuild'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { blocksOf } from '../support/markdown.ts'

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/wallets/README.md',
  'examples/casino-page/README.md',
  ...readdirSync(path.join(PROJECT_ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => path.posix.join('docs', ...name.split(path.sep))),
]

/** Language -> reads the text, or throws. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  json: JSON.parse,
  js: text => transform(text, { loader: 'js' }),
  ts: text => transform(text, { loader: 'ts' }),
}

t.test('every block of js, ts and json parses', async t => {
  const seen = new Set<string>()
  for (const page of PAGES) {
    const blocks = blocksOf(readFileSync(path.join(PROJECT_ROOT, page), 'utf8'))
    for (const { language, text, line } of blocks) {
      const read = READERS[language]
      if (read === undefined) continue
      seen.add(language)
      const fault = await faultOf(() => read(text))
      t.equal(fault, null, `${page}:${line} ${fault}`)
    }
  }
  t.strictSame([...seen].sort(), Object.keys(READERS).sort())
})

t.test('a block that does not parse is found', async t => {
  for (const [language, text] of Object.entries({
    json: '{"a": 1,}',
    js: 'a b',
    ts: 'let a: = 1',
  })) {
    t.type(await faultOf(() => READERS[language]!(text)), 'string', language)
  }
})

async function faultOf(read: () => unknown): Promise<string | null> {
  try {
    await read()
    return null
  } catch (error) {
    return String(error)
  }
}
