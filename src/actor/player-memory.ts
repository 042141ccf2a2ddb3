// What an actor knows of its player: the key and the terms, read from the ledger and moved by what the
// actor's own rounds do. Puts the hot state in place with every reading; moves no round.

import type { Grant } from '../core/grant.ts'
import type { Currency } from '../core/money.ts'
import type { Round } from '../core/round.ts'
import type { PlayerRef } from '../hot/player-state.ts'
import type { LevelBinding } from '../ledger/round-ledger.ts'
import type { PlayerRow } from '../ledger/round-reader.ts'
import type { PlayerTerms } from '../ledger/terms-reader.ts'
import { afterOpening, dueGrant, playableTerms } from './terms.ts'
import type { GrantsInView } from './views.ts'
import type { ActorWorld } from './world.ts'

type Known = Pick<PlayerRow, 'playerKey' | 'terms'>

export function createPlayerMemory(
  { hot, ledger, findGame, nowMs }: Pick<ActorWorld, 'hot' | 'ledger' | 'findGame' | 'nowMs'>,
  player: PlayerRef,
) {
  let known: Known | null = null

  /** Reads the ledger and puts the hot state in place from it. */
  async function rebuild(): Promise<PlayerRow> {
    const read = await ledger.loadPlayer(player.projectId, player.playerId)
    if (read === null) throw new Error('a session without a player')
    const row = { ...read, terms: playableTerms(read.terms, findGame) }
    known = row
    await hot.load(player, {
      sequence: row.sequence,
      termsRevision: row.terms.revision,
      openRounds: row.openRounds.map(round => round.intent),
      targets: row.terms.targets,
    })
    return row
  }

  const recall = async (): Promise<Known> => known ?? rebuild()
  const terms = async () => (await recall()).terms

  function changeTerms(change: (terms: PlayerTerms) => PlayerTerms): void {
    if (known !== null) known = { ...known, terms: change(known.terms) }
  }

  return {
    rebuild,
    terms,
    playerKey: async () => (await recall()).playerKey,
    opened: (round: Round, binding: LevelBinding | null) =>
      changeTerms(now => afterOpening(now, round, binding)),
    /** Its grant may have ended meanwhile: what is due next is read anew. */
    ended({ intent }: Round): void {
      if (intent.freeSpin !== null) known = null
    },

    /** The grant that the player's next spin is of. */
    async dueGrant(place: { gameId: string; currency: Currency }): Promise<Grant | null> {
      return dueGrant(await terms(), place, nowMs())
    },

    /** A grant that is finished is no longer among the terms. */
    async viewGrants({ intent }: Round): Promise<GrantsInView> {
      const now = await terms()
      const due = dueGrant(now, intent, nowMs())
      const grantId = intent.freeSpin?.grantId
      if (grantId === undefined) return { own: null, due }
      const own = now.grants.find(grant => grant.grantId === grantId)
      return { own: own ?? (await ledger.findAnyGrant(grantId)), due }
    },
  }
}
