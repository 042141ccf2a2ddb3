// A distant wallet: how many rounds a second a platform settles while every wallet call takes time,
// with the default number of connections and with more. Changes that number while the platform
// runs, as an owner would.

import { createCommand, defineCommand, say } from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { WALLET_CONNECTIONS, WALLET_CONNECTIONS_MAX } from '../src/core/settings-schema.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { alignRows, describeMachine, printFigures, printMachine, rounded } from './printing.ts'
import { machineCpuSeconds } from './process-use.ts'
import { cpuOf, joinCpu, platformCpu, storesCpu } from './suite/cpu.ts'
import { changeOperator, createOperator, startWallet } from './suite/operators.ts'
import { launchPlayers, startPlayers } from './suite/players.ts'
import type { CpuSeconds, Scope, Slice } from './suite/row.ts'
import { withScope } from './suite/setting.ts'
import { usedSince } from './suite/statistics.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- far-wallet',
    `An operator's wallet that answers every call after the latency. First one player alone; then
    all players, each spinning again as soon as it is answered, with the default connections and
    with those given. Shows settled rounds a second, latency and who used the cores; exits with 1
    when a round was refused.`,
  )
    .option('--latency <ms>', 'of every wallet call', numberUpTo(1_500), 100)
    .option('--connections <count>', 'in the last part', countUpTo(WALLET_CONNECTIONS_MAX), 256)
    .option('--players <count>', 'with a spin under way at once', countUpTo(400), 256)
    .option('--seconds <seconds>', 'of each part', numberUpTo(1e5, 0.1), 12)
    .option('--settling <seconds>', 'before each part, not counted', numberUpTo(60), 3)
    .option('--tls', 'a wallet over TLS 1.3; counts its handshakes')
    .option('--data-dir <folder>', 'of an "up" that runs already')
    .option('--json', 'the figures as one line on stdout'),
  async ({ dataDir = null, json, tls = false, ...given }) => {
    if (tls && dataDir !== null)
      throw new SetupProblem('--tls needs a platform that it has started')
    const options = { ...given, isTls: tls }
    const result = await withScope({ dataDir }, scope => measureFarWallet(scope, options))
    printFigures(json, result, reportParts)
    return result.parts.every(({ refused }) => Object.keys(refused ?? {}).length === 0) ? 0 : 1
  },
)

interface Options {
  latency: number
  connections: number
  players: number
  seconds: number
  settling: number
  isTls: boolean
}

async function measureFarWallet(scope: Scope, options: Options) {
  const { latency, connections, players, isTls } = options
  const platform = await scope.platform()
  const { url, program: wallet } = await startWallet(scope, latency, isTls)
  const operator = await createOperator(platform, url, WALLET_CONNECTIONS)
  say(`Launching ${players + 1} sessions at ${platform.baseUrl} ...`)
  const one = await startPlayers(scope, platform, await launchPlayers([operator], 1))
  const all = await startPlayers(scope, platform, await launchPlayers([operator], players))
  const stores = await storesCpu(platform)
  const play = async (generator: typeof all, count: number, connections: number): Promise<Part> => {
    say(`${count} at once, ${connections} connections, for ${options.seconds} s ...`)
    const cpu = joinCpu(await platformCpu(platform), stores, cpuOf({ wallet, generator }))
    const read = joinCpu(cpu, () => ({ machine: machineCpuSeconds() }))
    const spin = (seconds: number) => generator.ask({ forMs: seconds * 1000, aSecond: null })
    await spin(options.settling)
    const opened = (await wallet.ask({})).connections
    const [before, startedMs] = [read(), performance.now()]
    const slice = await spin(options.seconds)
    const { machine, ...known } = usedSince(before, read)
    const use = useOf(known, machine!, (performance.now() - startedMs) / 1000, slice)
    const handshakes = isTls ? (await wallet.ask({})).connections - opened : undefined
    return { players: count, connections, ...slice, handshakes, use }
  }
  const alone = await play(one, 1, WALLET_CONNECTIONS)
  const usual = await play(all, players, WALLET_CONNECTIONS)
  await changeOperator(platform, operator.projectId, { walletConnections: connections })
  const raised = await play(all, players, connections)
  return {
    machine: describeMachine(),
    options,
    parts: [alone, usual, raised],
    /** The bound of the last p50: a tenth and one call more than that of a single player. */
    p50BoundMs: alone.latencyMs!.p50 * 1.1 + latency,
  }
}

interface Part extends Slice {
  players: number
  connections: number
  /** By user: cores, and core microseconds a settled round. */
  use: Record<string, { cores: number; usARound: number }>
}

/** @param known CPU seconds of all that takes part; the rest of the machine's is anything else */
function useOf(
  known: CpuSeconds,
  machine: number,
  seconds: number,
  { operations }: Slice,
): Part['use'] {
  const rest = Object.values(known).reduce((left, cpuSeconds) => left - cpuSeconds, machine)
  const all = Object.entries({ ...known, 'anything else': Math.max(rest, 0) })
  const use = all.map(([name, cpuSeconds]) => {
    const usARound = Math.round((cpuSeconds * 1e6) / operations)
    return [name, { cores: rounded(cpuSeconds / seconds), usARound }]
  })
  return Object.fromEntries(use)
}

type Result = Awaited<ReturnType<typeof measureFarWallet>>

function reportParts({ machine, options, parts, p50BoundMs }: Result): string[] {
  return [
    printMachine(machine),
    `every wallet call takes ${options.latency} ms, over ${options.isTls ? 'TLS 1.3' : 'HTTP'}`,
    ...parts.flatMap(({ players, connections, value, latencyMs, refused, handshakes, use }) => [
      '',
      `${players} at once, ${connections} connections: ${rounded(value)} rounds a second, ` +
        `p50 ${rounded(latencyMs!.p50)} ms, p99 ${rounded(latencyMs!.p99)}; ` +
        `refused ${JSON.stringify(refused)}` +
        (handshakes === undefined ? '' : `; TLS handshakes ${handshakes}`),
      ...alignRows([
        ['', 'cores', 'us a round'],
        ...Object.entries(use).map(([who, { cores, usARound }]) => [
          who,
          cores.toFixed(3),
          `${usARound}`,
        ]),
      ]),
    ]),
    '',
    `p50 may be ${rounded(p50BoundMs)} ms: a tenth and one call more than that of one player`,
  ]
}
