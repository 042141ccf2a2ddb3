// Reports a round's calls that the wallet left without a clear answer. Passes every answer on
// unchanged.

import type { PlayerRef } from '../core/player.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import type { Round } from '../round/round.ts'

interface RoundCalls {
  bet(player: PlayerRef, round: Round): Promise<WalletAnswer>
  win(player: PlayerRef, round: Round): Promise<WalletAnswer>
  refund(player: PlayerRef, round: Round, requestId?: string): Promise<WalletAnswer>
  notify(player: PlayerRef, round: Round, event: 'start' | 'finish'): Promise<WalletAnswer>
}

export type UnclearAnswer = Extract<WalletAnswer, { kind: 'unknown' }>

/** @param onUnclear called with the player of the round, its id and the operation */
export function reportUnknownAnswers<Wallet extends RoundCalls>(
  wallet: Wallet,
  onUnclear: (
    player: PlayerRef,
    roundId: string,
    call: 'bet' | 'win' | 'refund' | 'start' | 'finish',
    answer: UnclearAnswer,
  ) => void,
): Wallet {
  async function seen(
    call: Parameters<typeof onUnclear>[2],
    player: PlayerRef,
    { intent }: Round,
    answered: Promise<WalletAnswer>,
  ): Promise<WalletAnswer> {
    const answer = await answered
    if (answer.kind === 'unknown') onUnclear(player, intent.roundId, call, answer)
    return answer
  }
  return {
    ...wallet,
    bet: (player, round) => seen('bet', player, round, wallet.bet(player, round)),
    win: (player, round) => seen('win', player, round, wallet.win(player, round)),
    refund: (player, round, requestId) =>
      seen('refund', player, round, wallet.refund(player, round, requestId)),
    notify: (player, round, event) =>
      seen(event, player, round, wallet.notify(player, round, event)),
  }
}
