// Row 4 of the suite measures every Lua script, on a state in which the script does its work.

import { readdirSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { WATCHED } from '../../bench/suite/lua-peer.ts'
import {
  createFunctions,
  FIELDS,
  keysOf,
  playerOf,
  ROUND,
  SCRIPTS,
} from '../../bench/suite/lua-script-list.ts'
import { prepareStates } from '../../bench/suite/lua-scripts.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { openKeys } from '../support/real-stores.ts'

const { redisUrl, redisPrefix } = openKeys(t)
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.disconnect())
const functions = createFunctions(redis)
const scope = { redis: { address: async () => redisUrl, prefix: redisPrefix } }

/** The answer of a script that does its work. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'round-open': { kind: 'opened', sequence: 1n },
  'round-reveal': 'revealed',
  'round-settle': { kind: 'window', window: { rounds: 100 } },
  'rate-take': { isAllowed: true },
  'wallet-apply': { code: 'ok' },
  'session-put': 'put',
  'window-load': 'loaded',
  'player-after-failover': [{ roundId: ROUND }],
  'write-check': { masters: [] },
}
/** They may write again what exists, or keys of no player. */
const MAY_CHANGE_NOTHING = ['player-load', 'session-put', 'rate-take', 'write-check']
/** One command of Redis: nothing to observe. */
const ONE_COMMAND = ['entitlements-drop', 'write-check']

t.test('every script is measured', async t => {
  const files = readdirSync(path.join(PROJECT_ROOT, 'lua')).filter(file => file.endsWith('.lua'))
  t.strictSame(SCRIPTS.map(({ name }) => `${name}.lua`).sort(), files.sort())
})

t.test('every script that decides, or writes more than one field, has a peer', async t => {
  const names = SCRIPTS.map(({ name }) => name)
  t.strictSame([...Object.keys(WATCHED), ...ONE_COMMAND].sort(), names.sort())
})

for (const script of SCRIPTS) {
  const player = playerOf(1)
  const dump = async () =>
    Promise.all(keysOf(script, player).map(async key => `${await redis.dumpBuffer(key)}`))
  const putBack = () => prepareStates(scope, redis, functions, script, 2)

  t.test(`${script.name} finds a state in which it does its work`, async t => {
    await (await putBack())()
    const before = await dump()
    t.match(await script.call(functions, player), ANSWERS[script.name])
    if (!MAY_CHANGE_NOTHING.includes(script.name)) t.notSame(before, await dump())
  })

  const watched = WATCHED[script.name]
  if (watched === undefined || MAY_CHANGE_NOTHING.includes(script.name)) continue
  t.test(`the peer of ${script.name} does its work there too`, async t => {
    await (await putBack())()
    const before = await dump()
    await watched(redis, player, FIELDS)
    t.notSame(before, await dump())
  })
}
