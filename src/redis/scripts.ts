// Loads Lua scripts from lua/ and returns them as functions. One script a file; a script gets all
// its keys in KEYS, is idempotent by operation id (a reconnect may send it twice) or documents why
// it need not be, and never gets a key of another player.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../environment.ts'
import type { RedisClient } from './connection.ts'

type ScriptArgument = string | number | Buffer

/**
 * Registers `lua/<name>.lua` on the connection (EVALSHA, loaded again when Redis has forgotten it).
 */
export function loadScript<Answer>(
  redis: RedisClient,
  name: string,
  numberOfKeys: number,
): (...keysAndArguments: ScriptArgument[]) => Promise<Answer> {
  const lua = readScript(name)
  redis.defineCommand(name, { numberOfKeys, lua })
  const command = (redis as unknown as Record<string, (...a: ScriptArgument[]) => Promise<Answer>>)[
    name
  ]!
  return (...keysAndArguments) => command.apply(redis, keysAndArguments)
}

/** The text of `lua/<name>.lua`, after the file that its header includes. */
export function readScript(name: string): string {
  const lua = readFileSync(path.join(PROJECT_ROOT, 'lua', `${name}.lua`), 'utf8')
  const included = /^-- Includes (\S+)\.lua$/m.exec(lua)?.[1]
  return included === undefined ? lua : `${readScript(included)}\n${lua}`
}
