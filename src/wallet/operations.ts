// A round's calls to the operator's wallet: which body, to which address. A body is made from the
// round as the ledger holds it, so a repeat is byte-identical. Never decides what an answer means
// for the round.

import type { Grant } from '../core/grant.ts'
import type { PlayerRef } from '../core/player.ts'
import { transactionId, type WalletAnswer, type WalletMethod } from '../core/wallet-operation.ts'
import { PROJECT_BEFORE_CALL_MS } from '../limits.ts'
import { debitMinor, isBetUnsent, type Round, type RoundIntent } from '../round/round.ts'
import {
  createWalletBodies,
  type FreeSpinFields,
  summaryBody,
  type WalletBodies,
} from './bodies.ts'
import type { CallExtra, WalletClient, WalletTarget } from './client.ts'

/** The fields of a project that a call needs. */
export interface WalletProject {
  projectId: string
  callbackUrl: string
  apiKey: string
  /** Without keys its calls are not signed. */
  signingKeys?: readonly string[]
  internal: boolean
  clientCertificate?: WalletTarget['clientCertificate']
  settings?: { readonly walletConnections: number; readonly finalRefusals?: boolean }
}

const seconds = (ms: number) => Math.floor(ms / 1000)

const NOT_SENT: WalletAnswer = {
  kind: 'unknown',
  reason: 'timeout',
  detail: 'reading the project took too long: nothing was sent',
}

type FindProject = (projectId: string) => Promise<WalletProject>
type WalletSession = Pick<RoundIntent, 'sessionId' | 'currency' | 'gameId'>

/**
 * @param findProject throws for an unknown project: its rounds wait until it is known again
 * @param traceparent sent with every call
 */
export function createWalletOperations(
  client: WalletClient,
  findProject: FindProject,
  traceparent?: string,
) {
  const usual: CallExtra = { traceparent }
  const first: CallExtra = { traceparent, attempt: 1 }
  const extraOf = ({ progress: { attempts } }: Round): CallExtra =>
    attempts === 0 ? first : { traceparent, attempt: attempts + 1 }

  /** @param isNewBet a bet that was never sent: see `finalRefusals` of the project's settings */
  async function call(
    player: PlayerRef,
    session: WalletSession,
    method: WalletMethod,
    bodyOf: (bodies: WalletBodies) => string,
    extra: CallExtra = usual,
    isNewBet = false,
  ): Promise<WalletAnswer> {
    const askedAtMs = performance.now()
    const project = await findProject(player.projectId)
    // Another node may have taken the round over meanwhile, and cancelled it.
    if (performance.now() - askedAtMs > PROJECT_BEFORE_CALL_MS) return NOT_SENT
    const { sessionId, currency, gameId } = session
    const { apiKey } = project
    const who = { apiKey, playerId: player.playerId, sessionId, currency, gameId }
    const body = bodyOf(createWalletBodies(who))
    const takesFinalRefusals = isNewBet && project.settings?.finalRefusals === true
    const options = takesFinalRefusals ? { ...extra, takesFinalRefusals } : extra
    return await client.call(project, currency, method, body, options)
  }

  return {
    hasRoom: (projectId: string) => client.hasRoom(projectId),
    takeRetry: (projectId: string) => client.takeRetry(projectId),
    /** @param requestId of the operator's call that caused it */
    sessionInfo: (player: PlayerRef, session: WalletSession, requestId?: string) =>
      call(player, session, 'session_info', bodies => bodies.sessionInfo(), {
        requestId,
        traceparent,
      }),
    bet: (player: PlayerRef, round: Round) =>
      call(
        player,
        round.intent,
        'bet',
        bodies => bodies.bet(betOf(round)),
        extraOf(round),
        isBetUnsent(round),
      ),
    win: (player: PlayerRef, round: Round) =>
      call(player, round.intent, 'win', bodies => bodies.win(winOf(round)), extraOf(round)),
    /** @param requestId of the operator's call that cancelled the round */
    refund: (player: PlayerRef, round: Round, requestId?: string) =>
      call(player, round.intent, 'refund', bodies => bodies.refund(refundOf(round)), {
        ...extraOf(round),
        requestId,
      }),
    notify: (player: PlayerRef, round: Round, event: 'start' | 'finish') =>
      call(player, round.intent, 'round_info', bodies =>
        bodies.roundInfo(roundInfoOf(round, event)),
      ),
    finishFreeSpins: (projectId: string, grant: Grant) =>
      finishFreeSpins(client, findProject, projectId, grant),
  }
}

function betOf({ intent }: Round) {
  return {
    amountMinor: debitMinor(intent),
    transaction: transactionId('bet', intent.roundId),
    roundId: intent.roundId,
    timeS: seconds(intent.createdAtMs),
    freeSpin: freeSpinFields(intent),
  }
}

function winOf({ intent, progress }: Round) {
  return {
    amountMinor: progress.winMinor,
    transaction: transactionId('win', intent.roundId),
    roundId: intent.roundId,
    timeS: seconds(planned(progress.winPlannedAtMs)),
    freeSpin: freeSpinFields(intent),
  }
}

function refundOf({ intent, progress }: Round) {
  return {
    amountMinor: debitMinor(intent),
    transaction: transactionId('refund', intent.roundId),
    originalTransaction: transactionId('bet', intent.roundId),
    roundId: intent.roundId,
    timeS: seconds(planned(progress.refundPlannedAtMs)),
  }
}

/**
 * Its time is that of the last committed intent before the event, so that a repeat is identical.
 */
function roundInfoOf({ intent, progress }: Round, event: 'start' | 'finish') {
  const finishMs = progress.winPlannedAtMs ?? intent.createdAtMs
  return {
    event,
    roundId: intent.roundId,
    timeS: seconds(event === 'start' ? intent.createdAtMs : finishMs),
    forced: intent.appliedTarget !== null,
  }
}

/** The summary of a finished grant, with the same body however often it is sent. */
async function finishFreeSpins(
  client: WalletClient,
  findProject: FindProject,
  projectId: string,
  grant: Grant,
): Promise<WalletAnswer> {
  const project = await findProject(projectId)
  if (grant.finishedAtMs === null) throw new Error(`grant ${grant.grantId} is not finished`)
  const body = summaryBody(
    { ...grant, apiKey: project.apiKey },
    { ...grant, finishedAtMs: grant.finishedAtMs },
  )
  return client.call(project, grant.currency, 'freespins_finished', body)
}

function freeSpinFields({ freeSpin, stakeMinor }: RoundIntent): FreeSpinFields | null {
  return freeSpin === null ? null : { ...freeSpin, nominalBetMinor: stakeMinor }
}

function planned(atMs: number | null): number {
  if (atMs === null) throw new Error('an operation is sent that was never planned')
  return atMs
}
