// `npm run fleet`: nodes behind HAProxy on stores that fail over, broken part by part while players
// play, and judged. The harness is test/chaos/fleet/; this only reads the options, and runs itself
// again in a network apart.

import { writeFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { createCommand, defineCommand, printLines, say } from '../src/cli/command-line.ts'
import { checkNativeLibrary } from '../src/cli/node/requirements.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { canInstallWithApt, installWithApt } from '../src/embedded/install-with-apt.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import {
  eventsOf,
  FLEET_EVENT_NAMES,
  FLEET_EVENTS,
  type FleetEvent,
  findMissing,
  findRefusal,
  needsPrevious,
  readEvents,
} from '../test/chaos/fleet/events.ts'
import { runFleet } from '../test/chaos/fleet/fleet.ts'
import {
  type FailoverBy,
  findTopologyProblem,
  PLACES_MAX,
  type RedisTopology,
  SERVERS_MAX,
  type Topology,
} from '../test/chaos/fleet/fleet-places.ts'
import { plotFleet, printFleet } from '../test/chaos/fleet/fleet-report.ts'
import {
  canGoInside,
  isInside,
  openNetwork,
  runInside,
  stopAsked,
} from '../test/chaos/fleet/own-network.ts'
import { buildRelease, findPreviousCommit } from '../test/chaos/fleet/releases.ts'
import { printResult } from '../test/chaos/report.ts'

const USUAL = { seed: 1, minutes: 4, players: 40, nodes: 3, pauseMs: 800, places: 1, servers: 1 }
const PLAYERS_MAX = 300
const NODES_MIN = 2
const NODES_MAX = 6
const TOPOLOGIES: readonly RedisTopology[] = ['cluster', 'sentinel']
const FAILOVERS: readonly FailoverBy[] = ['harness', 'patroni']

const MORE = `
Events, in this order:
${FLEET_EVENT_NAMES.map(name => `  ${name.padEnd(18)}${FLEET_EVENTS[name]}`).join('\n')}`

const NO_NETWORK =
  'A fleet needs a network apart from the machine (unshare --net), which this machine refuses: ' +
  'run it as root, or in a container with CAP_SYS_ADMIN.'

const readAmount = numberUpTo(999_999_999)

export const command = defineCommand(
  createCommand(
    'npm run fleet --',
    `Starts nodes (the packed program, "serve") behind HAProxy, a Redis Cluster of three masters
    with a replica each, PgBouncer and a Postgres with a synchronous standby, three operators'
    wallets that go wrong by the seed, and players who never stop; kills, starves or exchanges one
    part after the other; then compares ledger, wallets, players and reports. Exit code 1 when
    anything is out of its bound (docs/reliability.md). Needs haproxy, pgbouncer, iproute2, for
    "clock" faketime, and a Linux that gives it a network apart.`,
  )
    .option('--seed <number>', 'decides players, bets, behaviours', readAmount, USUAL.seed)
    .option('--minutes <minutes>', 'how long players play', readAmount, USUAL.minutes)
    .option('--players <count>', `1 to ${PLAYERS_MAX}`, countUpTo(PLAYERS_MAX), USUAL.players)
    .option(
      '--nodes <count>',
      `${NODES_MIN} to ${NODES_MAX}`,
      countUpTo(NODES_MAX, NODES_MIN),
      USUAL.nodes,
    )
    .option('--pause-ms <ms>', "between a player's rounds, about", readAmount, USUAL.pauseMs)
    .addOption(
      new Option('--redis <topology>', 'what Redis is').choices(TOPOLOGIES).default('cluster'),
    )
    .addOption(
      new Option('--failover <by>', 'who fails Postgres over; patroni needs etcd too')
        .choices(FAILOVERS)
        .default('harness'),
    )
    .option(
      '--places <count>',
      `of the ledger, 1 to ${PLACES_MAX}`,
      countUpTo(PLACES_MAX),
      USUAL.places,
    )
    .option(
      '--servers <count>',
      `of Postgres, 1 to ${SERVERS_MAX}: the places are spread over them`,
      countUpTo(SERVERS_MAX),
      USUAL.servers,
    )
    .option('--only <list>', 'events, with commas (default: all that such a fleet has)', readList)
    .option(
      '--previous <commit>',
      'the release before (default: the newest tag, or the newest commit with fewer migrations)',
    )
    .option('--plot <file>', 'spins a second and waits as SVG, the events marked')
    .option('--json <file>', 'the figures as JSON, too')
    .option('--keep', 'keep logs and data even if nothing is wrong')
    .addHelpText('after', MORE),
  async ({ only, previous, plot, json, keep = false, ...topologyAndNumbers }) => {
    checkNativeLibrary()
    const { redis, failover, places, servers, ...numbers } = topologyAndNumbers
    const topology = { redis, failover, places, servers } as Topology
    const events = chooseEvents(topology, only)
    const missing = await installMissing(events, topology.failover)
    if (missing.length > 0) {
      const names = missing.join(' ')
      throw new SetupProblem(`A fleet needs ${names}: run "apt-get install -y ${names}".`)
    }
    if (!isInside()) {
      if (!canGoInside()) throw new SetupProblem(NO_NETWORK)
      // Here, because its packages may have to be fetched.
      if (needsPrevious(events)) await buildRelease(previous ?? (await findPreviousCommit()), say)
      return runInside()
    }
    openNetwork()
    const stop = watchStopSignals(() => say('Stopping: everything is healed and judged first ...'))
    const given = { ...numbers, ...topology, events }
    const result = await runFleet({
      ...given,
      previous: previous ?? null,
      rounds: 0,
      keep,
      command: commandAgain({ ...given, previous }),
      say,
      stopped: Promise.race([stop.requested, stopAsked()]),
    })
    printLines(printResult(result.run))
    printLines(printFleet(result))
    if (plot !== undefined) writeFileSync(plot, plotFleet(result, numbers.players, numbers.nodes))
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
    return result.problems.length === 0 ? 0 : 1
  },
)

/** Throws SetupProblem where such a fleet can't be, or can't have an event that was named. */
function chooseEvents(topology: Topology, only: FleetEvent[] | undefined): FleetEvent[] {
  const refusals = only?.map(name => findRefusal(name, topology)) ?? []
  const problem = [findTopologyProblem(topology), ...refusals].find(each => each !== null)
  if (problem !== undefined) throw new SetupProblem(problem)
  return only ?? eventsOf(topology)
}

/** Installs what is missing for a user who is root. @returns what still is */
async function installMissing(events: readonly FleetEvent[], failover: FailoverBy) {
  if (canInstallWithApt()) {
    for (const name of findMissing(events, failover)) await installWithApt(name, say)
  }
  return findMissing(events, failover)
}

function readList(text: string) {
  const events = readEvents(text)
  if (events !== null) return events
  throw new InvalidArgumentError('There is no such event.')
}

/** The command that does the same again, without options that have their defaults. */
function commandAgain(
  given: typeof USUAL &
    Topology & {
      events: readonly FleetEvent[]
      previous?: string | undefined
    },
) {
  const { seed, minutes, players, nodes, pauseMs, events, previous } = given
  const { redis, failover, places, servers } = given
  const options = [`--seed ${seed} --minutes ${minutes}`]
  if (players !== USUAL.players) options.push(`--players ${players}`)
  if (nodes !== USUAL.nodes) options.push(`--nodes ${nodes}`)
  if (previous !== undefined) options.push(`--previous ${previous}`)
  if (pauseMs !== USUAL.pauseMs) options.push(`--pause-ms ${pauseMs}`)
  if (redis !== TOPOLOGIES[0]) options.push(`--redis ${redis}`)
  if (failover !== FAILOVERS[0]) options.push(`--failover ${failover}`)
  if (places !== USUAL.places) options.push(`--places ${places}`)
  if (servers !== USUAL.servers) options.push(`--servers ${servers}`)
  if (events.length < eventsOf(given).length) options.push(`--only ${events.join(',')}`)
  return `npm run fleet -- ${options.join(' ')}`
}
