// A round's calls to the operator's wallet: which body, to which address. The words come from the
// round as the ledger holds it, so a repeat is byte-identical. Never decides what an answer means
// for the round.

import type { Grant } from '../core/grant.ts'
import type { Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import { transactionId, type WalletAnswer } from '../core/wallet-operation.ts'
import { debitMinor, type Round, type RoundIntent } from '../round/round.ts'
import {
  createWalletBodies,
  type FreeSpinWords,
  summaryBody,
  type WalletBodies,
  type WalletMethod,
} from './bodies.ts'
import type { WalletClient } from './client.ts'

/** What a call needs to know of a project. */
export interface WalletProject {
  projectId: string
  callbackUrl: string
  apiKey: string
  internal: boolean
}

const seconds = (ms: number) => Math.floor(ms / 1000)

/** @param findProject throws for an unknown project: its rounds wait until it is known again */
export function createWalletOperations(
  client: WalletClient,
  findProject: (projectId: string) => Promise<WalletProject>,
) {
  async function call(
    player: PlayerRef,
    session: { sessionId: string; currency: Currency; gameId: string },
    method: WalletMethod,
    words: (bodies: WalletBodies) => string,
  ): Promise<WalletAnswer> {
    const project = await findProject(player.projectId)
    const bodies = createWalletBodies({
      apiKey: project.apiKey,
      playerId: player.playerId,
      sessionId: session.sessionId,
      currency: session.currency,
      gameId: session.gameId,
    })
    return client.call(project, session.currency, method, words(bodies))
  }

  return {
    hasRoom: (projectId: string) => client.hasRoom(projectId),
    takeRetry: (projectId: string) => client.takeRetry(projectId),

    sessionInfo(
      player: PlayerRef,
      session: { sessionId: string; currency: Currency; gameId: string },
    ): Promise<WalletAnswer> {
      return call(player, session, 'session_info', bodies => bodies.sessionInfo())
    },

    bet(player: PlayerRef, { intent }: Round): Promise<WalletAnswer> {
      return call(player, intent, 'bet', bodies =>
        bodies.bet({
          amountMinor: debitMinor(intent),
          transaction: transactionId('bet', intent.roundId),
          roundId: intent.roundId,
          timeS: seconds(intent.createdAtMs),
          freeSpin: freeSpinWords(intent),
        }),
      )
    },

    win(player: PlayerRef, { intent, progress }: Round): Promise<WalletAnswer> {
      return call(player, intent, 'win', bodies =>
        bodies.win({
          amountMinor: progress.winMinor,
          transaction: transactionId('win', intent.roundId),
          roundId: intent.roundId,
          timeS: seconds(planned(progress.winPlannedAtMs)),
          freeSpin: freeSpinWords(intent),
        }),
      )
    },

    refund(player: PlayerRef, { intent, progress }: Round): Promise<WalletAnswer> {
      return call(player, intent, 'refund', bodies =>
        bodies.refund({
          amountMinor: debitMinor(intent),
          transaction: transactionId('refund', intent.roundId),
          originalTransaction: transactionId('bet', intent.roundId),
          roundId: intent.roundId,
          timeS: seconds(planned(progress.refundPlannedAtMs)),
        }),
      )
    },

    /** The summary of a finished grant, with the same body however often it is sent. */
    async finishFreeSpins(projectId: string, grant: Grant): Promise<WalletAnswer> {
      const project = await findProject(projectId)
      if (grant.finishedAtMs === null) throw new Error(`grant ${grant.grantId} is not finished`)
      const body = summaryBody(
        { ...grant, apiKey: project.apiKey },
        { ...grant, finishedAtMs: grant.finishedAtMs },
      )
      return client.call(project, grant.currency, 'freespins_finished', body)
    },

    notify(player: PlayerRef, { intent, progress }: Round, event: 'start' | 'finish') {
      // The last committed intent before the event, so that a repeat says the same time.
      const finish = progress.winPlannedAtMs ?? intent.createdAtMs
      return call(player, intent, 'round_info', bodies =>
        bodies.roundInfo({
          event,
          roundId: intent.roundId,
          timeS: seconds(event === 'start' ? intent.createdAtMs : finish),
          forced: intent.appliedTarget !== null,
        }),
      )
    },
  }
}

function freeSpinWords({ freeSpin, stakeMinor }: RoundIntent): FreeSpinWords | null {
  return freeSpin === null ? null : { ...freeSpin, nominalBetMinor: stakeMinor }
}

function planned(atMs: number | null): number {
  if (atMs === null) throw new Error('an operation is sent that was never planned')
  return atMs
}
