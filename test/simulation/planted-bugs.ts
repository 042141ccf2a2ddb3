// Mistakes on purpose: one edit each in the code that drives rounds. The simulator must find every
// one of them; `npm run plant-bugs` plants one after another and shows that it does.

export interface PlantedBug {
  name: string
  file: string
  /** Occurs once in the file. */
  right: string
  wrong: string
}

const DRIVER = 'src/round/driver-state.ts'
const MACHINE = 'src/round/machine.ts'
const MOVES = 'src/round/moves.ts'
const OPEN = 'src/round/open.ts'
const CANCEL = 'src/round/cancel.ts'
const ROUNDS = 'src/round/rounds-of-player.ts'
const ANSWERS = 'src/player/answers.ts'
const WALLET = 'src/wallet/operations.ts'
const LEDGER = 'test/simulation/ledger-model.ts'
const REDIS = 'test/simulation/player-state-model.ts'

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'acknowledged before the commit: the round is not waited for',
    file: OPEN,
    right:
      'const written = await deps.ledger.open(round, { entitlementsRevision: revision, binding })',
    wrong:
      "void deps.ledger.open(round, { entitlementsRevision: revision, binding }).catch(() => {})\n  const written = { kind: 'opened' } as Awaited<ReturnType<typeof deps.ledger.open>>",
  },
  {
    name: 'no dedupe: a request that was answered is played again',
    file: ANSWERS,
    right: 'const round = await deps.ledger.findRoundByRequest(playerKey, requestId)',
    wrong: 'const round = null as Round | null',
  },
  {
    name: 'no queue: commands of one player run at once',
    file: 'src/lanes/mailbox.ts',
    right: '    await last\n',
    wrong: '    await NOTHING\n',
  },
  {
    name: 'no version guard: a round read from the ledger is not saved before it is driven',
    file: DRIVER,
    right: "claim: 'unknown', saveOwed: isCallOwed }",
    wrong: "claim: 'unknown', saveOwed: false }",
  },
  {
    name: 'a bet is sent again without a save',
    file: MOVES,
    right: "return durably({ betStatus: 'sent' })",
    wrong: "return lightly({ betStatus: 'sent' })",
  },
  {
    name: 'refund before cancel: the refund leaves before the cancel is committed',
    file: MOVES,
    right: "  return durably({\n    state: 'cancelled',",
    wrong: "  return lightly({\n    state: 'cancelled',",
  },
  {
    name: 'a decision is shown before it is committed',
    file: MOVES,
    right: '  return durably({\n    choices:',
    wrong: '  return lightly({\n    choices:',
  },
  {
    name: 'the player is asked for a decision the ledger does not hold',
    file: MOVES,
    right: "if (p.awaiting) return durably({ state: 'in_progress', awaitingSinceMs: atMs })",
    wrong: "if (p.awaiting) return lightly({ state: 'in_progress', awaitingSinceMs: atMs })",
  },
  {
    name: 'an unknown bet counts as debited',
    file: MOVES,
    right: "return durably({ betStatus: 'unknown', attempts: p.attempts + 1 })",
    wrong: "return durably({ betStatus: 'confirmed', betConfirmedAtMs: atMs })",
  },
  {
    name: 'an unknown win is forgotten',
    file: MACHINE,
    right: "  if (p.winStatus === 'unknown') return REST_RETRY\n",
    wrong: '',
  },
  {
    name: 'an unknown refund is given up',
    file: MACHINE,
    right: "return refundStatus === 'confirmed' ? REST_DONE : REST_RETRY",
    wrong: "return refundStatus === 'planned' ? REST_RETRY : REST_DONE",
  },
  {
    name: 'any driver counts as the exclusive one',
    file: DRIVER,
    right: "claim: 'unknown', saveOwed: isCallOwed }",
    wrong: "claim: 'exclusive', saveOwed: isCallOwed }",
  },
  {
    name: 'the reveal decision is ignored: a cancel makes none',
    file: CANCEL,
    right: "if (driven.driver.claim === 'exclusive') return 'cancelled'",
    wrong: "if (driven.driver !== null) return 'cancelled'",
  },
  {
    name: 'a cancel trusts a rebuilt reveal decision',
    file: CANCEL,
    right: "return decision === 'cancelled' ? 'cancelled' : 'busy'",
    wrong: "return decision === 'lost' ? 'busy' : 'cancelled'",
  },
  {
    name: 'a round abandoned here is known without its version',
    file: ROUNDS,
    right: 'each.roundId === roundId && each.version === progress.version',
    wrong: 'each.roundId === roundId',
  },
  {
    name: 'an operator cancels while the bet is in flight',
    file: 'src/player/commands/cancel.ts',
    right:
      "  if (round.progress.betStatus !== 'unknown' && !isAbandoned(state, round)) return 'busy'\n",
    wrong: '',
  },
  {
    name: 'another body: the time of a repeated bet changes',
    file: WALLET,
    right: 'function betOf({ intent }: Round) {',
    wrong: `function betOf(round: Round) {
  const { attempts } = round.progress
  const intent = { ...round.intent, createdAtMs: round.intent.createdAtMs + attempts * 1000 }`,
  },
  {
    name: 'a win is paid twice: its repeat has another transaction',
    file: WALLET,
    right: "transaction: transactionId('win', intent.roundId),",
    wrong: "transaction: transactionId('win', intent.roundId) + progress.attempts,",
  },
  {
    name: 'the outcome is sent before it is revealed: a cancel may still undo it',
    file: MACHINE,
    right: "  return next.type === 'notify' ||",
    wrong: "  return next.type === 'decide-reveal' || next.type === 'notify' ||",
  },
  {
    name: 'a refund of another amount: the nominal stake of a free spin',
    file: WALLET,
    right:
      "    amountMinor: debitMinor(intent),\n    transaction: transactionId('refund', intent.roundId),",
    wrong:
      "    amountMinor: intent.stakeMinor,\n    transaction: transactionId('refund', intent.roundId),",
  },
  {
    name: 'the ledger saves without checking the version',
    file: LEDGER,
    right: 'before === undefined || before.progress.version !== round.progress.version',
    wrong: 'before === undefined',
  },
  {
    name: 'the ledger takes a sequence number twice',
    file: LEDGER,
    right: "    if (sequence <= player.sequence) return 'sequence-taken'\n",
    wrong: '',
  },
  {
    name: 'the ledger does not check the revision of the entitlements',
    file: LEDGER,
    right: "    if (player.revision !== entitlementsRevision) return 'entitlements-outdated'\n",
    wrong: '',
  },
  {
    name: 'a slot put back after a loss is not marked as rebuilt',
    file: REDIS,
    right: "mark: 'rebuilt' })",
    wrong: 'mark: 1 })',
  },
]
