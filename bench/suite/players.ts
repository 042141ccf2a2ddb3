// Players of the suite on the platform, launched as an operator launches them, the separate
// generators that play them or make other load, and the rate that players reach.

import { launchAll } from '../stream-launch.ts'
import type { Platform } from '../stream-platform.ts'
import { cpuOf, joinCpu } from './cpu.ts'
import { type Loader, type LoadQuestion, loadedBy } from './load.ts'
import { createOperator, type Operator, startWallet } from './operators.ts'
import { startProgram } from './program.ts'
import type { GeneratorSetup } from './programs/generator.ts'
import type { ReadCpu, Scope, Slice } from './row.ts'

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
  return startGenerator(scope, { kind: 'play', url, links, connections: links.length })
}

export const startGenerator = (scope: Pick<Scope, 'defer' | 'profiles'>, setup: GeneratorSetup) =>
  startProgram<null, LoadQuestion, Slice>(scope, 'generator', setup)

type Generator = Awaited<ReturnType<typeof startGenerator>>

/** A contestant whose load comes from a generator. */
export const generated = (generator: Generator, cpu: ReadCpu) =>
  loadedBy(generator, joinCpu(cpu, cpuOf({ generator })))

/** A node bounds each operator, so more players are spread over several operators. */
const PLAYERS_OF_OPERATOR = 256

/**
 * Players who play paid rounds, with the operators' wallet over HTTP in a separate process. Used by
 * row 7, the rising load and the soak.
 */
export async function openPaidStream(
  scope: Scope,
  latencyMs: number,
  players: number,
  isTls = false,
) {
  const platform = await scope.platform()
  const { url: walletUrl, program: wallet } = await startWallet(scope, latencyMs, isTls)
  const operators = await Promise.all(
    Array.from({ length: Math.ceil(players / PLAYERS_OF_OPERATOR) }, () =>
      createOperator(platform, walletUrl),
    ),
  )
  const links = await launchPlayers(operators, Math.min(players, PLAYERS_OF_OPERATOR))
  const generator = await startPlayers(scope, platform, links)
  return { platform, walletUrl, wallet, operators, generator }
}

/** Warmed up: the rate improves by no more than this share. */
const WARM_SHARE = 0.1
const MOST_SLICES = 8

/**
 * The rate when players spin again as soon as they have an answer: rising loads and soaks are
 * shares of it.
 */
export async function measurePeak(generator: Loader, forMs: number): Promise<number> {
  let best = 0
  for (let slices = 0; slices < MOST_SLICES; slices++) {
    const { value } = await generator.ask({ forMs, aSecond: null })
    const isWarm = value <= best * (1 + WARM_SHARE)
    best = Math.max(best, value)
    if (isWarm) break
  }
  if (best === 0) throw new Error('no round was settled')
  return best
}
