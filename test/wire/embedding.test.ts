// docs/embedding.md and docs/embedding.schema.json agree with the schemas of the messages.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { CasinoMessage, GameMessage, printEmbeddingSchema } from '../../src/wire/embedding.ts'

const readDoc = (name: string) => readFileSync(path.join(PROJECT_ROOT, 'docs', name), 'utf8')
const page = readDoc('embedding.md')
const typesOf = ({ anyOf }: typeof CasinoMessage | typeof GameMessage) =>
  anyOf.map(({ properties }) => properties.type.const as string).sort()

t.test('docs/embedding.schema.json matches the schemas; npm run write:api writes it', async t => {
  t.equal(readDoc('embedding.schema.json'), printEmbeddingSchema())
})

t.test('every example is a message, and every message has one', async t => {
  const checks = { '←': Compile(GameMessage), '→': Compile(CasinoMessage) }
  const seen = { '←': new Set<string>(), '→': new Set<string>() }
  for (const [, arrow, text] of page.matchAll(/^([→←]) (\{.*\})$/gm)) {
    const message = JSON.parse(text!)
    const side = arrow as '←' | '→'
    t.ok(checks[side].Check(message), text!)
    seen[side].add(message.type)
  }
  t.strictSame([...seen['←']].sort(), typesOf(GameMessage))
  t.strictSame([...seen['→']].sort(), typesOf(CasinoMessage))
})

t.test('the tables name every message and every field', async t => {
  const rowOf = (type: string) =>
    page
      .split('\n')
      .find(line => line.startsWith('| `') && line.split('|')[1]!.includes(`\`${type}\``))
  for (const { properties } of [...GameMessage.anyOf, ...CasinoMessage.anyOf]) {
    const { reelhouse: _, type, ...fields } = properties
    const row = rowOf(type.const)
    t.ok(row, String(type.const))
    for (const field of Object.keys(fields))
      t.match(row ?? '', `\`${field}\``, `${type.const} ${field}`)
  }
})
