// Applies the settings that the owner wants to a running node: reads them at start, when a change
// is notified and every few seconds, since a notification may be lost; and records in the ledger
// what the node applies. One reading after the other.

import type { Lanes } from '../../lanes/routing.ts'
import type { Listener } from '../../ledger/database/listener.ts'
import {
  ALL_NODES,
  KNOWN_PARTS,
  KNOWN_SERVERS,
  NODE_SETTING_CHANNEL,
  readNodeSettings,
  removeNodeState,
  writeNodeState,
} from '../../ledger/nodes/node-settings.ts'
import { withDeadline } from '../../limits/deadline.ts'
import {
  createLiveBounds,
  isLiveSetting,
  isSettingValue,
  LIVE_BOUNDS,
  type LiveBound,
  type LiveSettings,
} from '../../limits/live.ts'
import { LANE_CLOSE_DEADLINE_MS } from '../../limits.ts'
import type { Parts } from '../parts.ts'

/**
 * How often a node reads its desired settings, in case a notice was lost, and reports which ones it
 * applies.
 */
const NODE_SEEN_EVERY_MS = 5_000

/** What can be changed in a node while it runs. */
export interface Changeable {
  lanes: Pick<Lanes, 'resize' | 'load'>
  setLogLevel(level: string): void
  /** Open play sockets. */
  sockets(): number
}

/**
 * The settings wanted for this node that it can read; unreadable ones are reported and left out.
 */
export async function readWanted({
  pool,
  config,
  log,
}: Parts): Promise<{ wanted: LiveSettings; readAt: Date }> {
  const { values, readAt } = await readNodeSettings(pool, config.nodeName)
  const stored = Object.entries(values)
  const good = stored.filter(([name, value]) => isLiveSetting(name) && isSettingValue(name, value))
  if (good.length < stored.length) log.warn({ stored }, 'a setting of the node is not known here')
  return { wanted: Object.fromEntries(good), readAt }
}

export function followNodeSettings(parts: Parts, node: Changeable): Listener {
  const { config, pool, databases, onFault } = parts
  let following: Promise<void> = Promise.resolve()
  let isClosed = false
  const follow = () => {
    following = following.then(async () => {
      if (!isClosed) await apply(parts, node).catch(onFault)
    })
  }
  const timer = setInterval(follow, NODE_SEEN_EVERY_MS)
  timer.unref()
  // While it does not listen, the timer reads them.
  const listener = databases.home.listener.listen(NODE_SETTING_CHANNEL, {
    onMessage: meant => {
      if (meant === ALL_NODES || meant === config.nodeName) follow()
    },
    onListening: follow,
  })
  return {
    isListening: listener.isListening,
    async close() {
      isClosed = true
      clearInterval(timer)
      listener.close()
      // Lanes that are just being added or removed end with the others.
      await withDeadline(following, LANE_CLOSE_DEADLINE_MS)
      await removeNodeState(pool, config.nodeName).catch(onFault)
    },
  }
}

async function apply(parts: Parts, { lanes, setLogLevel, sockets }: Changeable): Promise<void> {
  const { config, pool, bounds, log, onFault } = parts
  const { wanted, readAt } = await readWanted(parts)
  const logLevel = wanted['log-level'] ?? config.logLevel
  setLogLevel(logLevel)
  bounds.replace(wanted)
  const count = Number(wanted.lanes ?? config.lanes)
  const before = lanes.load().length
  let problem: string | null = null
  if (count !== before) {
    await lanes.resize(count).catch((error: Error) => {
      problem = error.message
      onFault(error)
    })
    log.info({ from: before, to: lanes.load().length }, 'the number of lanes was changed')
  }
  const known = { ...serversOf(config), ...partsOf(config) }
  const now = { lanes: String(lanes.load().length), 'log-level': logLevel, ...known }
  const settings = { ...usualBounds(), ...wanted, ...now }
  const reported = { sockets: sockets(), takesSockets: canPlay(parts, lanes) }
  const state = { node: config.nodeName, settings, problem, ...reported }
  await writeNodeState(pool, state, readAt)
}

/** A place is moved only to a server that every node knows. */
function serversOf({ databaseServers }: Parts['config']): Record<string, string> {
  const names = Object.keys(databaseServers)
  return names.length === 0 ? {} : { [KNOWN_SERVERS]: names.sort().join(',') }
}

/** A place is split only into parts that every node knows. */
function partsOf({ parts }: Parts['config']): Record<string, string> {
  return parts.length === 0 ? {} : { [KNOWN_PARTS]: parts.map(({ name }) => name).join(' ') }
}

/** As far as the node knows without asking the stores; a store that is away stops all nodes. */
function canPlay({ stage, clock, databases }: Parts, lanes: Changeable['lanes']): boolean {
  const areUp = lanes.load().every(({ isUp }) => isUp)
  return stage === 'serving' && !clock.isOff() && databases.home.gate.letsPlay() && areUp
}

function usualBounds(): Record<string, string> {
  const usual = createLiveBounds()
  const names = Object.keys(LIVE_BOUNDS) as LiveBound[]
  return Object.fromEntries(names.map(name => [name, String(usual.of(name))]))
}
