// Player states for measuring scripts: made once by our own functions, copied to all players inside
// Redis; and the command that our client sends for a script.

import type { Redis } from 'ioredis'
import {
  type Functions,
  keysOf,
  LEDGER,
  playerOf,
  putSession,
  type Script,
} from './lua-script-list.ts'
import type { Scope } from './row.ts'

const RESTORE = `
for number = 0, tonumber(ARGV[1]) - 1 do
  for i = 2, #ARGV, 2 do
    local key = string.gsub(ARGV[i], '000000000000', string.format('%012d', number))
    if ARGV[i + 1] == '' then
      redis.call('DEL', key)
    else
      redis.call('RESTORE', key, 0, ARGV[i + 1], 'REPLACE')
    end
  end
end`

/**
 * Makes the first player's state with our own functions; the returned function copies it to all.
 */
export async function prepareStates(
  scope: Pick<Scope, 'redis'>,
  redis: Redis,
  functions: Functions,
  script: Script,
  players: number,
): Promise<() => Promise<unknown>> {
  const first = playerOf(0)
  const keys = keysOf(script, first)
  // What another script left of the state.
  if (keys.length > 0) await redis.del(...keys)
  await functions.load(first, LEDGER)
  await putSession(functions, first)
  await script.prepare?.(functions, first)
  const { prefix } = scope.redis
  const dumps = await Promise.all(keys.map(key => redis.dumpBuffer(key)))
  const copies = keys.flatMap((key, i) => [`${prefix}${key}`, dumps[i] ?? ''])
  return () => redis.eval(RESTORE, 0, players, ...copies)
}

/** The command that our client sends, as Redis gets it. */
export async function captureCommand(
  redis: Redis,
  call: () => Promise<unknown>,
): Promise<string[]> {
  const send = redis.sendCommand
  let sent: string[] = []
  redis.sendCommand = (command, ...rest) => {
    if (sent.length === 0) sent = [command.name, ...command.args.map(String)]
    return send.call(redis, command, ...rest)
  }
  await call()
  redis.sendCommand = send
  if (sent[0] !== 'evalsha') throw new Error(`${sent[0]} was sent, no script`)
  return sent
}
