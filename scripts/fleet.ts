// `npm run fleet`: three nodes behind HAProxy on stores that fail over, broken part by part while
// players play, and judged. The harness is test/chaos/fleet/; this only reads the options.

import { writeFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { createCommand, defineCommand, printLines, say } from '../src/cli/command-line.ts'
import { checkNativeLibrary } from '../src/cli/node/requirements.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { numberUpTo } from '../src/cli/option-values.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { FLEET_EVENT_NAMES, FLEET_EVENTS, readEvents } from '../test/chaos/fleet/events.ts'
import { runFleet } from '../test/chaos/fleet/fleet.ts'
import { plotFleet, printFleet } from '../test/chaos/fleet/fleet-report.ts'
import { findMissing, type RedisTopology } from '../test/chaos/fleet/fleet-stores.ts'
import { printResult } from '../test/chaos/report.ts'

const USUAL = { seed: 1, minutes: 4, players: 40, pauseMs: 800 }
const NODES = 3
const TOPOLOGIES: readonly RedisTopology[] = ['cluster', 'sentinel']

const MORE = `
Events, in this order:
${FLEET_EVENT_NAMES.map(name => `  ${name.padEnd(18)}${FLEET_EVENTS[name]}`).join('\n')}`

const readAmount = numberUpTo(999_999_999)

export const command = defineCommand(
  createCommand(
    'npm run fleet --',
    `Starts three nodes behind HAProxy, a Redis Cluster of three masters with a replica each,
    PgBouncer and a Postgres with a synchronous standby, three operators' wallets and players who
    never stop; kills or exchanges one part after the other; then compares ledger, wallets, players
    and reports. Exit code 1 when anything is out of its bound: books, acknowledged rounds, 6 s to
    play again, 1.2 saves a round. Needs haproxy and pgbouncer.`,
  )
    .option('--seed <number>', 'decides players, bets, behaviours', readAmount, USUAL.seed)
    .option('--minutes <minutes>', 'how long players play', readAmount, USUAL.minutes)
    .option('--players <count>', 'how many', readAmount, USUAL.players)
    .option('--pause-ms <ms>', "between a player's rounds, about", readAmount, USUAL.pauseMs)
    .addOption(
      new Option('--redis <topology>', 'what Redis is').choices(TOPOLOGIES).default('cluster'),
    )
    .option('--only <list>', 'events, with commas (default: all)', readList)
    .option('--plot <file>', 'spins a second and waits as SVG, the events marked')
    .option('--json <file>', 'the figures as JSON, too')
    .option('--keep', 'keep logs and data even if nothing is wrong')
    .addHelpText('after', MORE),
  async ({ only = FLEET_EVENT_NAMES, plot, json, keep = false, redis, ...numbers }) => {
    checkNativeLibrary()
    const missing = findMissing()
    if (missing !== null) throw new SetupProblem(missing)
    const stop = watchStopSignals(() => say('Stopping: everything is healed and judged first ...'))
    const given = { ...numbers, redis: redis as RedisTopology, events: only }
    const result = await runFleet({
      ...given,
      nodes: NODES,
      rounds: 0,
      keep,
      command: commandAgain(given),
      say,
      stopped: stop.requested,
    })
    printLines(printResult(result.run))
    printLines(printFleet(result))
    if (plot !== undefined) writeFileSync(plot, plotFleet(result, numbers.players))
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
    return result.problems.length === 0 ? 0 : 1
  },
)

function readList(text: string) {
  const events = readEvents(text)
  if (events !== null) return events
  throw new InvalidArgumentError('There is no such event.')
}

/** The command that does the same again, without options that have their defaults. */
function commandAgain(given: typeof USUAL & { redis: RedisTopology; events: readonly string[] }) {
  const { seed, minutes, players, pauseMs, redis, events } = given
  const options = [`--seed ${seed} --minutes ${minutes}`]
  if (players !== USUAL.players) options.push(`--players ${players}`)
  if (pauseMs !== USUAL.pauseMs) options.push(`--pause-ms ${pauseMs}`)
  if (redis !== TOPOLOGIES[0]) options.push(`--redis ${redis}`)
  if (events.length < FLEET_EVENT_NAMES.length) options.push(`--only ${events.join(',')}`)
  return `npm run fleet -- ${options.join(' ')}`
}
