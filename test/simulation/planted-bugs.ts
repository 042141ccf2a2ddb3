// Mistakes on purpose: one edit each in the code that drives rounds. The simulator must find every one
// of them; `npm run plant-bugs` puts them in, one after another, and shows that it does.

export interface PlantedBug {
  name: string
  file: string
  /** Occurs once in the file. */
  right: string
  wrong: string
}

const ROUND = 'src/round/machine.ts'
const IN_PLAY = 'src/round/rounds-in-play.ts'
const ACTOR = 'src/player/actor.ts'
const WALLET = 'src/wallet/operations.ts'
const LEDGER = 'test/simulation/ledger-model.ts'
const HOT = 'test/simulation/player-state-model.ts'

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'acknowledged before the commit: the round is not waited for',
    file: ACTOR,
    right:
      "const written = await ledger.open(round, { entitlementsRevision, binding })\n    if (written.kind === 'refused') return notWritten(intent)",
    wrong: 'void ledger.open(round, { entitlementsRevision, binding }).catch(() => {})',
  },
  {
    name: 'no dedupe: a request that was answered is played again',
    file: ACTOR,
    right: 'const round = await ledger.findRoundByRequest(await playerKey(), requestId)',
    wrong: 'const round = null as Round | null',
  },
  {
    name: 'no queue: commands of one player run at once',
    file: 'src/lanes/mailbox.ts',
    right: 'const run = last.then(work)',
    wrong: 'const run = Promise.resolve().then(work)',
  },
  {
    name: 'no fence: a round read from the ledger is not saved before it is driven',
    file: ROUND,
    right: 'unsaved: owesCall(saved) }',
    wrong: 'unsaved: false }',
  },
  {
    name: 'a bet is sent again without a save',
    file: ROUND,
    right: "return { betStatus: 'sent', unsaved: true }",
    wrong: "return { betStatus: 'sent' }",
  },
  {
    name: 'refund before cancel: the refund leaves before the cancel is committed',
    file: ROUND,
    right:
      '    refundPlannedAtMs: atMs,\n    attempts: 0,\n    winStatus: null,\n    awaiting: false,\n    unsaved: true,',
    wrong:
      '    refundPlannedAtMs: atMs,\n    attempts: 0,\n    winStatus: null,\n    awaiting: false,\n    unsaved: false,',
  },
  {
    name: 'a decision is shown before it is committed',
    file: ROUND,
    right: '    winPlannedAtMs: pays ? input.atMs : null,\n    unsaved: true,',
    wrong: '    winPlannedAtMs: pays ? input.atMs : null,\n    unsaved: false,',
  },
  {
    name: 'the player is asked for a decision the ledger does not hold',
    file: ROUND,
    right: "return { marked: true, state: 'in_progress', unsaved: true }",
    wrong: "return { marked: true, state: 'in_progress' }",
  },
  {
    name: 'unknown is taken for yes: a bet without an answer counts as debited',
    file: ROUND,
    right: "return { betStatus: 'unknown', attempts: p.attempts + 1, unsaved: true }",
    wrong: "return { betStatus: 'confirmed', betConfirmedAtMs: atMs, unsaved: true }",
  },
  {
    name: 'no rest: an unknown win is forgotten',
    file: ROUND,
    right: "  if (p.winStatus === 'unknown') return REST_RETRY\n",
    wrong: '',
  },
  {
    name: 'an unknown refund is given up',
    file: ROUND,
    right: "return p.refundStatus === 'unknown' ? REST_RETRY : REST_DONE",
    wrong: 'return REST_DONE',
  },
  {
    name: 'any driver takes itself for the sole one',
    file: ROUND,
    right: 'const memory = { marked: false, closed: false, sole: false,',
    wrong: 'const memory = { marked: false, closed: false, sole: true,',
  },
  {
    name: 'the mark is ignored: a cancel takes none',
    file: IN_PLAY,
    right: 'if (!play.round.progress.sole) {',
    wrong: 'if (false) {',
  },
  {
    name: 'a cancel trusts a rebuilt mark',
    file: IN_PLAY,
    right: "if (mark !== 'cancelled') return 'busy'",
    wrong: '',
  },
  {
    name: 'a round left here is known without its version',
    file: IN_PLAY,
    right: 'left.get(intent.roundId) === progress.version',
    wrong: 'left.has(intent.roundId)',
  },
  {
    name: 'an operator cancels while the bet is under way',
    file: ACTOR,
    right:
      "    if (round.progress.betStatus !== 'unknown' && !rounds.wasLeft(round)) return 'busy'\n",
    wrong: '',
  },
  {
    name: 'other words: the time of a repeated bet moves on',
    file: WALLET,
    right: 'bet(player: PlayerRef, { intent }: Round): Promise<WalletAnswer> {',
    wrong: `bet(player: PlayerRef, round: Round): Promise<WalletAnswer> {
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
    name: 'a refund of another amount: the nominal stake of a free spin',
    file: WALLET,
    right:
      "          amountMinor: debitMinor(intent),\n          transaction: transactionId('refund', intent.roundId),",
    wrong:
      "          amountMinor: intent.stakeMinor,\n          transaction: transactionId('refund', intent.roundId),",
  },
  {
    name: 'the ledger saves without looking at the version',
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
    name: 'the ledger does not look at the revision of the terms',
    file: LEDGER,
    right: "    if (player.revision !== entitlementsRevision) return 'entitlements-outdated'\n",
    wrong: '',
  },
  {
    name: 'a place put back after a loss does not say so',
    file: HOT,
    right: "mark: 'rebuilt' })",
    wrong: 'mark: 1 })',
  },
]
