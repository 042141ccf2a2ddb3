// How a split ends without its switch, and what it leaves behind is removed. Never removes a row of
// a place that accepts writes.

import pg from 'pg'
import type { AuditedBy } from '../audit/audit-log.ts'
import { withClient } from '../database/client.ts'
import { findLastMove, isUnderWay, noteStep } from './place-moves.ts'
import { isPlaceClosedAt, openTables, removeTriggers } from './place-tables.ts'
import { MoveProblem, orNoLock, type PlaceToMove, requireTurn } from './place-work.ts'
import { carryNothing, endSplit, listParts, releaseParts } from './split-records.ts'
import { emptyTables, noteNoMore } from './split-tables.ts'

/** After the switch. What the place has left refuses every write. May be done again. */
export async function leavePlace(source: pg.Client): Promise<void> {
  await carryNothing(source)
  await orNoLock(noteNoMore(source), 'source')
}

interface EndDeps {
  place: Pick<PlaceToMove, 'name'>
  urls: { home: string; source: string }
  by: AuditedBy
}

/** Ends a split before its switch: the place stays as it is, and the parts are emptied. */
export function takeSplitBack({ place, urls, by }: EndDeps): Promise<void> {
  return atBoth(urls, async (home, source) => {
    const last = await findLastMove(home, place.name)
    if (last === null || last.intoParts === null || !isUnderWay(last)) {
      throw new MoveProblem('No split of the place is under way.')
    }
    // From now on a command whose connection was cut can't switch any more.
    await noteStep(home, last.moveId, 'following')
    await orNoLock(openTables(source), 'source')
    await releaseParts(home, last, 'following')
    await orNoLock(removeTriggers(source), 'source')
    await orNoLock(noteNoMore(source), 'source')
    for (const { schema } of await listParts(home, place.name)) await emptyTables(source, schema)
    await endSplit(home, last, 'taken-back', by)
  })
}

/** Empties what a split left behind, after the rest of a split that was interrupted. */
export function dropLeft({ place, urls, by }: EndDeps): Promise<void> {
  return atBoth(urls, async (home, source) => {
    const last = await findLastMove(home, place.name)
    if (last?.step !== 'moved' || last.intoParts === null) {
      throw new MoveProblem('The place has left no copy.')
    }
    if (!(await isPlaceClosedAt(source))) {
      throw new MoveProblem('The copy is not closed, so it is not one: nothing was removed.')
    }
    await leavePlace(source)
    const { rows } = await source.query<{ schema: string }>('SELECT current_schema() AS schema')
    await emptyTables(source, pg.escapeIdentifier(rows[0]!.schema))
    await endSplit(home, last, 'dropped', by)
  })
}

function atBoth(
  urls: EndDeps['urls'],
  work: (home: pg.Client, source: pg.Client) => Promise<void>,
): Promise<void> {
  return withClient(urls.home, 'places', home =>
    withClient(urls.source, 'places', async source => {
      await requireTurn(home)
      await work(home, source)
    }),
  )
}
