// The AsyncAPI document is current, complete and valid by the 3.0 specification, and every message
// in docs/game-protocol.md is valid.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { buildAsyncApi, printAsyncApi } from '../../src/wire/asyncapi.ts'
import {
  ElsewhereMessage,
  PLAY_ERROR_CODES,
  ServerMessage,
  SideMessage,
} from '../../src/wire/play-answers.ts'
import { ClientMessage } from '../../src/wire/play-commands.ts'
import { pluck } from '../support/results.ts'
import { type Json, refsIn, resolveIn } from './references.ts'

const readDoc = (name: string) => readFileSync(path.join(PROJECT_ROOT, 'docs', name), 'utf8')
const page = readDoc('game-protocol.md')
const document: Json = JSON.parse(printAsyncApi(page))

const clientMessage = Compile(ClientMessage)
const serverMessage = Compile(Type.Union([ServerMessage, SideMessage, ElsewhereMessage]))

t.test('docs/asyncapi.json matches the schemas', async t => {
  t.equal(readDoc('asyncapi.json'), printAsyncApi(page), 'run: npm run write:api')
})

t.test('the document has what AsyncAPI 3.0 requires', async t => {
  const { asyncapi, info, servers, channels, operations, components } = buildAsyncApi(page)
  const about = ['asyncapi', 'id', 'info', 'servers', 'defaultContentType']
  const known = [...about, 'channels', 'operations', 'components']
  const unknown = Object.keys(document).filter(key => !known.includes(key))
  t.strictSame(unknown, [], 'no unknown part')
  t.equal(asyncapi, '3.0.0')
  t.ok(info.title && info.version, 'info has title and version')
  t.ok(servers.platform.host && servers.platform.protocol, 'a server has host and protocol')
  t.equal(channels.play.address, '/play/socket')
  for (const [name, operation] of Object.entries(operations)) {
    const { action, channel, messages } = operation as {
      action: string
      channel: { $ref: string }
      messages: { $ref: string }[]
    }
    t.match(action, /^(send|receive)$/, `${name} sends or receives`)
    t.equal(channel.$ref, '#/channels/play', `${name} names its channel`)
    for (const { $ref } of messages) {
      t.ok($ref.startsWith('#/channels/play/messages/'), `${name}: messages of its channel`)
    }
  }
  for (const names of [components.messages, components.schemas].map(Object.keys))
    for (const name of names) t.match(name, /^[a-zA-Z0-9._-]+$/)
})

t.test('every reference of the document resolves', async t => {
  const refs = refsIn(document)
  t.ok(refs.length > 20)
  const broken = refs.filter(ref => resolveIn(document, ref) === undefined)
  t.strictSame(broken, [])
})

t.test('every message of the protocol is in the document', async t => {
  const commands = ['hello', 'spin', 'free-spin', 'collect', 'gamble', 'choose', 'ping']
  const questions = ['ask-history', 'ask-replay', 'ask-rules', 'refresh-balance']
  const answers = ['welcome', 'round', 'settled', 'balance', 'history', 'replay', 'rules', 'pong']
  const all = [...commands, ...questions, ...answers, 'elsewhere', 'error', 'outcome']
  t.strictSame(Object.keys(document.components.messages).sort(), all.sort())
  const operations = Object.values<Json>(document.operations)
  const received = operations.filter(({ action }) => action === 'receive')
  t.equal(received.length, ClientMessage.anyOf.length)
})

t.test('every message has an example, and the error one for each code, all valid', async t => {
  for (const [name, { examples }] of Object.entries<Json>(document.components.messages)) {
    t.ok(examples.length > 0, name)
    const schema = name in document.operations ? clientMessage : serverMessage
    for (const { name: example, payload } of examples) {
      t.ok(schema.Check(payload), `${name} ${example} ${schema.Errors(payload)[0]?.message ?? ''}`)
    }
  }
  const codes = pluck(document.components.messages.error.examples as { name: string }[], 'name')
  t.strictSame(codes.sort(), [...PLAY_ERROR_CODES].sort())
})

t.test('every example of docs/game-protocol.md is a message of the protocol', async t => {
  const examples = [...page.matchAll(/^([→←]) (\{.*\})$/gm)]
  t.ok(examples.length >= 20, `${examples.length} examples`)
  for (const [line, arrow, text] of examples) {
    const message = JSON.parse(text!)
    const schema = arrow === '→' ? clientMessage : serverMessage
    t.ok(schema.Check(message), `${line!.slice(0, 90)} ${schema.Errors(message)[0]?.message ?? ''}`)
  }
})

t.test('docs/game-protocol.md names every error code, and no other', async t => {
  const table = page.split('\n## Errors\n')[1]!.split('\n## ')[0]!
  const named = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code!)
  t.strictSame(named.sort(), [...PLAY_ERROR_CODES].sort())
})
