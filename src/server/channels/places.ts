// Follows places that an owner moves to another server, or splits: holds the gate of a place while
// it is closed, and leads the pools, the listener and every lane to its new address. Reads the rows
// at once when a change is notified, and every second. A node that knows no server, and no part
// that is planned, follows nothing.

import { type DatabaseAddress, isSameAddress } from '../../ledger/database/address.ts'
import type { Listener } from '../../ledger/database/listener.ts'
import { HOME, type Placed } from '../../ledger/database/shard-map.ts'
import {
  addressOfPart,
  addressOn,
  PLACES_CHANNEL,
  type PlaceRow,
  readPlaces,
  UnknownParts,
  UnknownServer,
} from '../../ledger/places/place-map.ts'
import { withDeadline } from '../../limits/deadline.ts'
import type { LedgerDatabase } from '../databases/ledger-databases.ts'
import type { Parts } from '../parts.ts'
import { isMovable, placeSettingsOf } from '../settings/placed.ts'

/** How often a node reads where the places are, in case a notification was lost. */
const PLACES_READ_MS = 1_000
/** A lane that hangs meets refused writes until it is replaced; the others need not wait for it. */
const LANES_DEADLINE_MS = 1_000

const FOLLOWS_NOTHING: Listener = { isListening: () => true, close() {} }

/** @param setPlaced resolves with true when no lane uses former addresses any more */
export function followPlaces(
  parts: Parts,
  setPlaced: (placed: Placed) => Promise<boolean>,
): Listener {
  const { config, databases, onFault } = parts
  if (!isMovable(config)) return FOLLOWS_NOTHING
  const follower = createFollower(parts, setPlaced)
  let following: Promise<void> = Promise.resolve()
  let waiting = 0
  let isClosed = false
  const follow = () => {
    // One more reading finds every change notified until it starts.
    if (waiting > 1) return
    waiting++
    following = following.then(async () => {
      if (!isClosed) await follower.act().catch(onFault)
      waiting--
    })
  }
  const timer = setInterval(follow, PLACES_READ_MS)
  timer.unref()
  const listener = databases.home.listener.listen(PLACES_CHANNEL, {
    onMessage: follow,
    onListening: follow,
  })
  return {
    isListening: listener.isListening,
    async close() {
      isClosed = true
      clearInterval(timer)
      listener.close()
      await following
    },
  }
}

const unknownServer = ({ name, server, partOf }: PlaceRow) =>
  new UnknownServer(name, server ?? partOf!)

function createFollower(
  { config, databases, log, onFault }: Parts,
  setPlaced: (placed: Placed) => Promise<boolean>,
) {
  const settings = placeSettingsOf(config)
  const known = new Map(databases.all.map(({ name, address }) => [name, address]))
  /** Places on servers that this node does not know; each is reported once. */
  const unknown = new Set<string>()
  const parts = new Map(config.parts.map(({ name, partOf }) => [name, partOf]))
  /** What the node opened the parts of, instead of it. */
  const opened = new Set(config.parts.map(({ partOf }) => partOf))
  const isKnown = (name: string) => known.has(name) || opened.has(name)
  /** A place was split after this node had started without knowing of it. */
  const hasUnknownParts = (name: string, rows: readonly PlaceRow[]) =>
    rows.some(row => row.partOf === name && !row.isPlanned && !isKnown(row.name))

  /** The place whose row counts: of a part whose split was taken back, what it was to be made of. */
  function placeOf(name: string, rows: readonly PlaceRow[]): string {
    const partOf = parts.get(name)
    if (partOf === undefined || rows.some(row => row.name === name)) return name
    return placeOf(partOf, rows)
  }

  function wantedOf(
    name: string,
    row: PlaceRow | undefined,
    rows: readonly PlaceRow[],
  ): DatabaseAddress | null {
    if (row !== undefined && row.partOf !== null) return addressOfPart(settings, rows, row)
    // The row of the home place is in the home database: without a server it is here.
    if (row === undefined || row.server === null) {
      if (name === HOME) return known.get(name)!
      return settings.map.carriers.find(each => each.name === name)!.address
    }
    return addressOn(settings, name, row.server)
  }

  async function follow(each: LedgerDatabase, rows: readonly PlaceRow[]): Promise<void> {
    const { name, gate } = each
    const place = placeOf(name, rows)
    const row = rows.find(other => other.name === place)
    const isSplit = hasUnknownParts(place, rows)
    // Its rows are where they are until it is split off.
    const isPlanned = row?.isPlanned === true
    const wanted = isSplit ? null : isPlanned ? known.get(name)! : wantedOf(place, row, rows)
    if (wanted === null) {
      gate.hold(true)
      if (!unknown.has(name)) onFault(isSplit ? new UnknownParts(name) : unknownServer(row!))
      unknown.add(name)
      return
    }
    unknown.delete(name)
    if (isSameAddress(wanted, known.get(name)!)) {
      gate.hold(row !== undefined && row.closedFor !== null)
      return
    }
    gate.hold(true)
    known.set(name, wanted)
    each.moveTo(wanted)
    await withDeadline(setPlaced(Object.fromEntries(known)), LANES_DEADLINE_MS)
    await gate.moved()
    log.warn({ place: name, server: row?.server ?? HOME }, 'a place has moved')
  }

  return {
    async act(): Promise<void> {
      const rows = await readPlaces(databases.home.pool)
      // Parts move together: none waits for the others.
      await Promise.all(databases.all.map(each => follow(each, rows)))
    },
  }
}
