// What an actor knows of its player: the key and the entitlements, read from the ledger and moved by what the
// actor's own rounds do. Puts the player state in place with every reading; moves no round.

import type { Entitlements, LevelBinding } from '../core/entitlements.ts'
import type { Grant } from '../core/grant.ts'
import type { Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { PlayerRow } from '../ledger/rounds/round-reader.ts'
import type { Round } from '../round/machine.ts'
import type { PlayerDeps } from './deps.ts'
import { afterOpening, dueGrant, playableEntitlements } from './entitlements.ts'
import type { GrantsInView } from './views.ts'

type Known = Pick<PlayerRow, 'playerKey' | 'entitlements'>

export function createPlayerMemory(
  {
    redisState,
    ledger,
    findGame,
    nowMs,
  }: Pick<PlayerDeps, 'redisState' | 'ledger' | 'findGame' | 'nowMs'>,
  player: PlayerRef,
) {
  let known: Known | null = null

  /** Reads the ledger and puts the player state in place from it. */
  async function rebuild(): Promise<PlayerRow> {
    const read = await ledger.loadPlayer(player.projectId, player.playerId)
    if (read === null) throw new Error('a session without a player')
    const row = { ...read, entitlements: playableEntitlements(read.entitlements, findGame) }
    known = row
    await redisState.load(player, {
      sequence: row.sequence,
      entitlementsRevision: row.entitlements.revision,
      openRounds: row.openRounds.map(round => round.intent),
      targets: row.entitlements.targets,
    })
    return row
  }

  const recall = async (): Promise<Known> => known ?? rebuild()
  const entitlements = async () => (await recall()).entitlements

  function changeEntitlements(change: (entitlements: Entitlements) => Entitlements): void {
    if (known !== null) known = { ...known, entitlements: change(known.entitlements) }
  }

  return {
    rebuild,
    entitlements,
    playerKey: async () => (await recall()).playerKey,
    opened: (round: Round, binding: LevelBinding | null) =>
      changeEntitlements(now => afterOpening(now, round, binding)),
    /** Its grant may have ended meanwhile: what is due next is read anew. */
    ended({ intent }: Round): void {
      if (intent.freeSpin !== null) known = null
    },

    /** The grant that the player's next spin is of. */
    async dueGrant(place: { gameId: string; currency: Currency }): Promise<Grant | null> {
      return dueGrant(await entitlements(), place, nowMs())
    },

    /** A grant that is finished is no longer among the entitlements. */
    async viewGrants({ intent }: Round): Promise<GrantsInView> {
      const now = await entitlements()
      const due = dueGrant(now, intent, nowMs())
      const grantId = intent.freeSpin?.grantId
      if (grantId === undefined) return { own: null, due }
      const own = now.grants.find(grant => grant.grantId === grantId)
      return { own: own ?? (await ledger.findAnyGrant(grantId)), due }
    },
  }
}
