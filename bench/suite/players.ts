// Players of the suite on the platform: launched as an operator launches them, played by a separate
// generator.

import { launchAll } from '../stream-launch.ts'
import type { Platform } from '../stream-platform.ts'
import { cpuOf, joinCpu, type ReadCpu } from './cpu.ts'
import type { LoadQuestion } from './load.ts'
import type { Operator } from './operators.ts'
import { startProgram } from './program.ts'
import type { SocketGeneratorSetup } from './programs/socket-generator.ts'
import type { Running, Scope, Slice } from './row.ts'

/** One command is one round, and wins are as frequent as in most games. */
export const GAME = 'forty-suns'

let launches = 0

/** Links of new players, with the same number for each operator. */
export async function launchPlayers(
  operators: readonly Operator[],
  ofEach: number,
): Promise<string[]> {
  const links: string[] = []
  for (const operator of operators) {
    const prefix = `suite-${process.pid}-${++launches}-`
    const launched = await launchAll(operator, prefix, ofEach, [GAME], ['USD'])
    links.push(...launched.map(({ link }) => link))
  }
  return links
}

export function startPlayers(scope: Scope, platform: Platform, links: readonly string[]) {
  const url = new URL('/play/socket', platform.baseUrl).href
  return startSockets(scope, { kind: 'play', url, links })
}

export function startSockets(scope: Scope, setup: SocketGeneratorSetup) {
  return startProgram<null, LoadQuestion, Slice>(scope, 'socket-generator', setup)
}

type Generator = Awaited<ReturnType<typeof startSockets>>

/** A contestant whose load comes from a generator. */
export function generated(generator: Generator, cpu: ReadCpu): Running {
  return {
    slice: forMs => generator.ask({ forMs, aSecond: null }),
    paced: (forMs, aSecond) => generator.ask({ forMs, aSecond }),
    cpu: joinCpu(cpu, cpuOf({ generator })),
  }
}
