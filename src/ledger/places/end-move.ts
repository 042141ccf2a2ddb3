// How a move ends without its switch, and what it leaves behind is removed. Never removes a row of
// a place that accepts writes.

import type pg from 'pg'
import type { AuditedBy } from '../audit/audit-log.ts'
import { withClient } from '../database/client.ts'
import { HOME } from '../database/shard-map.ts'
import {
  endMove,
  findLastMove,
  isUnderWay,
  noteStep,
  type PlaceMove,
  releasePlace,
} from './place-moves.ts'
import {
  closeCopy,
  emptyPlace,
  isEmpty,
  isPlaceClosedAt,
  openAsUsual,
  openPlace,
} from './place-tables.ts'
import { MoveProblem, orNoLock, type PlaceToMove, requireTurn } from './place-work.ts'
import { hasSubscription, nameOf, unpublish, unsubscribe } from './replication.ts'
import { isSwitched } from './switch-place.ts'

interface BackDeps {
  place: PlaceToMove
  /** As the owner names it. */
  toServer: string
  /** Null: the server is gone, so its copy stays. */
  urls: { home: string; source: string; target: string | null }
  by: AuditedBy
}

/** Ends a move before its switch: the place stays where it is, and the copy is emptied. */
export function takeBack({ place, toServer, urls, by }: BackDeps): Promise<void> {
  return withClient(urls.home, 'places', home =>
    withClient(urls.source, 'places', async source => {
      await requireTurn(home)
      const last = await findLastMove(home, place.name)
      if (last === null || !isUnderWay(last)) {
        throw new MoveProblem('No move of the place is under way.')
      }
      requireThisMove(last, toServer)
      // From now on a command whose connection was cut can't switch any more, and players play.
      const stop = async () => {
        await noteStep(home, last.moveId, 'following')
        await orNoLock(openPlace(source, null), 'source')
        await releasePlace(home, last, 'following')
      }
      if (urls.target === null) await stop()
      else {
        await withClient(urls.target, 'places', async target => {
          await requireCopy(source, target, last)
          await clearCopy(target, place, last, stop)
        })
      }
      await unpublish(source, nameOf(last.moveId), last.targetOrigin)
      await orNoLock(openAsUsual(source), 'source')
      await endMove(home, last, 'taken-back', by)
    }),
  )
}

function requireThisMove({ place, toServer, intoParts }: PlaceMove, asked: string): void {
  if (intoParts !== null) {
    throw new MoveProblem(
      `The place is being split: take that back with "places split ${place} --into ${intoParts} ` +
        '--back".',
    )
  }
  if (toServer === asked) return
  throw new MoveProblem(
    `The place is being moved to ${toServer}: take that back with "places move ${place} --to ` +
      `${toServer} --back".`,
  )
}

/** What has rows and accepts writes is a place, unless this move fills it. */
async function requireCopy(source: pg.Client, target: pg.Client, last: PlaceMove): Promise<void> {
  if ((await identityOf(target)) === (await identityOf(source))) {
    throw new MoveProblem(
      `DATABASE_SERVERS names the place itself as ${last.toServer}: give the address of the ` +
        'copy, or add --without-target.',
    )
  }
  if ((await isEmpty(target)) || (await isPlaceClosedAt(target))) return
  if (await hasSubscription(target, nameOf(last.moveId))) return
  throw new MoveProblem(
    `The database on ${last.toServer} has rows and accepts writes, so it is not the copy of this ` +
      'move: nothing was removed. Correct DATABASE_SERVERS, or add --without-target.',
  )
}

/** The schema that is meant, whatever its address looks like. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT concat_ws('/', current_origin(), current_database(), current_schema()) AS identity`,
  )
  return rows[0]!.identity
}

async function clearCopy(
  target: pg.Client,
  place: PlaceToMove,
  last: PlaceMove,
  stop: () => Promise<void>,
): Promise<void> {
  if (place.name === HOME && (await isSwitched(target, last))) {
    throw new MoveProblem(
      'The place is switched already: call "places move" again to end the move.',
    )
  }
  await stop()
  // It may be open for a switch that did not happen. A later call must know it without its
  // subscription.
  await orNoLock(closeCopy(target), 'target')
  await unsubscribe(target, nameOf(last.moveId), true)
  await emptyPlace(target)
}

/**
 * Empties what a move left behind at its source, after the rest of a move that was interrupted. The
 * triggers stay: old nodes write nothing.
 */
export function dropCopy({
  place,
  urls,
  by,
}: Omit<BackDeps, 'urls' | 'toServer'> & {
  /** `place`: where the place is now. */
  urls: { home: string; place: string; copy: string }
}): Promise<void> {
  return withClient(urls.home, 'places', home =>
    withClient(urls.place, 'places', atPlace =>
      withClient(urls.copy, 'places', async copy => {
        await requireTurn(home)
        const last = await findLastMove(home, place.name)
        if (last?.step !== 'moved') throw new MoveProblem('The place has left no copy.')
        if (!(await isPlaceClosedAt(copy))) {
          throw new MoveProblem('The copy is not closed, so it is not one: nothing was removed.')
        }
        await endReplication(atPlace, copy, last)
        await emptyPlace(copy)
        await endMove(home, last, 'dropped', by)
      }),
    ),
  )
}

/** After the switch. May be done again. */
export async function endReplication(
  target: pg.Client,
  source: pg.Client,
  { moveId, targetOrigin }: PlaceMove,
): Promise<void> {
  await unsubscribe(target, nameOf(moveId), true)
  await unpublish(source, nameOf(moveId), targetOrigin)
}
