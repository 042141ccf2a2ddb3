// Mistakes on purpose in a player's commands: calls to stores and wallets, and what is shown. One
// edit each, as in list.ts.

import type { Mistake } from './mistake.ts'

const ANSWERS = 'src/player/answers.ts'
const BALANCE = 'src/player/commands/balance.ts'
const CANCEL = 'src/player/commands/cancel.ts'
const DECIDE = 'src/player/commands/decide.ts'
const HELLO = 'src/player/commands/hello.ts'
const HISTORY = 'src/player/questions/history.ts'
const RESUME = 'src/player/commands/resume.ts'
const SPIN = 'src/player/commands/spin.ts'
const TESTS = ['test/player/wiring.test.ts']

export const PLAYER: readonly Mistake[] = [
  {
    name: 'a game that is switched off does not open for its open round',
    file: HELLO,
    right: 'if (isDisabled(game, settings) && open === null) {',
    wrong: 'if (isDisabled(game, settings)) {',
    tests: TESTS,
  },
  {
    name: 'a round that ended elsewhere is shown as open',
    file: HELLO,
    right: '  forgetEnded(state, open)\n',
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'a clock that was set back keeps a hello answer for as long',
    file: 'src/player/greetings.ts',
    right: 'Math.abs(deps.nowMs() - greeting.atMs) >= HELLO_KEPT_MS',
    wrong: 'deps.nowMs() - greeting.atMs >= HELLO_KEPT_MS',
    tests: TESTS,
  },
  {
    name: 'a wallet that omits the balance is asked again and again',
    file: BALANCE,
    right:
      "  rememberBalanceQuestion(state, { sessionId, atMs: deps.nowMs() })\n  const answer = await deps.wallet.sessionInfo(player, session)\n  if (answer.kind !== 'accepted') return encodeError(requestId, 'BALANCE_UNAVAILABLE')\n",
    wrong:
      "  const answer = await deps.wallet.sessionInfo(player, session)\n  if (answer.kind !== 'accepted') return encodeError(requestId, 'BALANCE_UNAVAILABLE')\n  rememberBalanceQuestion(state, { sessionId, atMs: deps.nowMs() })\n",
    tests: TESTS,
  },
  {
    name: 'a balance is shown before the ledger has it',
    file: BALANCE,
    right:
      '  await deps.ledger.noteBalance(sessionId, { balanceMinor, atMs })\n  const reported = { balance: formatAmount(balanceMinor), balanceAt: atMs }\n  pushBalance(deps, session, requestId, reported)\n',
    wrong:
      '  const reported = { balance: formatAmount(balanceMinor), balanceAt: atMs }\n  pushBalance(deps, session, requestId, reported)\n  await deps.ledger.noteBalance(sessionId, { balanceMinor, atMs })\n',
    tests: TESTS,
  },
  {
    name: 'the wallet is asked for the balance of an expired session',
    file: BALANCE,
    right: "return session.expiresAtMs <= nowMs() ? 'SESSION_EXPIRED' : null",
    wrong: "return session.expiresAtMs < nowMs() ? 'SESSION_EXPIRED' : null",
    tests: TESTS,
  },
  {
    name: 'a decision may have the request id of its spin',
    file: DECIDE,
    right: "  if (message.requestId === intent.requestId) return refused('INVALID_REQUEST')\n",
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'a bet in flight is cancelled',
    file: CANCEL,
    right:
      "  if (round.progress.betStatus !== 'unknown' && !isAbandoned(state, round)) return 'busy'\n",
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'a cancelled round is pushed to no page',
    file: CANCEL,
    right: "if (answer === 'cancelled') await pushRound(deps, state, play)\n  else delete",
    wrong: "if (answer !== 'cancelled') delete",
    tests: TESTS,
  },
  {
    name: 'the recovery job sends calls that the wallet has no room for',
    file: RESUME,
    right: "  if (!deps.wallet.takeRetry(state.player.projectId)) return 'no-budget'\n",
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'notifications are repeated to a wallet that has no room for them',
    file: RESUME,
    right: 'round === null || !deps.wallet.takeRetry(state.player.projectId)',
    wrong: 'round === null',
    tests: TESTS,
  },
  {
    name: 'a notification that was not answered counts as answered',
    file: RESUME,
    right: "answer.kind === 'accepted')",
    wrong: 'answer !== null)',
    tests: TESTS,
  },
  {
    name: 'the result of a retry is pushed to no page',
    file: RESUME,
    right: '  await pushRound(deps, state, result.play)\n',
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'an outdated memory delays the next spin',
    file: SPIN,
    right: 'open !== null && (await isCurrent(deps, open))',
    wrong: 'open !== null',
    tests: TESTS,
  },
  {
    name: 'a round is opened though the wallet is behind',
    file: SPIN,
    right: "checked.kind === 'passed' && !deps.wallet.hasRoom(projectId)",
    wrong: "checked.kind === 'passed' && projectId === ''",
    tests: TESTS,
  },
  {
    name: 'two nodes drive one young round',
    file: SPIN,
    right: 'isCallOwed(round) && nowMs() - round.intent.createdAtMs < WALLET_DEADLINE_MS',
    wrong: 'isCallOwed(round) && nowMs() - round.intent.createdAtMs < 0',
    tests: TESTS,
  },
  {
    name: 'a refused command is refused though it was accepted before',
    file: ANSWERS,
    right: 'const recorded = await answerFromRecord(deps, state, requestId)\n  return recorded ??',
    wrong: 'await answerFromRecord(deps, state, requestId)\n  return',
    tests: TESTS,
  },
  {
    name: 'offers of all past sessions are remembered',
    file: 'src/player/player-state.ts',
    right: '.slice(-ACTOR_SESSIONS)',
    wrong: '.slice(-ACTOR_SESSIONS * 1_000)',
    tests: TESTS,
  },
  {
    name: 'the history shows a bet as refunded that is still owed',
    file: HISTORY,
    right: "if (refundStatus !== null && refundStatus !== 'confirmed') return 'refunding'\n",
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'the history shows a win before its round is settled',
    file: HISTORY,
    right: "state === 'settled' ? formatAmount(progress.winMinor) : null",
    wrong: "state !== 'refused' ? formatAmount(progress.winMinor) : null",
    tests: TESTS,
  },
  {
    name: 'a page of the history has a row of the next one',
    file: HISTORY,
    right: 'found.slice(0, HISTORY_PAGE_ROUNDS)',
    wrong: 'found.slice(0, HISTORY_PAGE_ROUNDS + 1)',
    tests: TESTS,
  },
  {
    name: 'a round is shown again with another win than was paid',
    file: 'src/player/questions/replay.ts',
    right: '  if (winMinor !== progress.winMinor) return null\n',
    wrong: '',
    tests: TESTS,
  },
  {
    name: 'of two margins the narrower one is shown',
    file: 'src/player/questions/rules.ts',
    right: 'Math.max(...margins)',
    wrong: 'Math.min(...margins)',
    tests: TESTS,
  },
  {
    name: 'a refunded balance is as old as its bet',
    file: 'src/player/views.ts',
    right: 'refundConfirmedAtMs ?? winConfirmedAtMs ?? betConfirmedAtMs',
    wrong: 'winConfirmedAtMs ?? betConfirmedAtMs ?? refundConfirmedAtMs',
    tests: TESTS,
  },
]
