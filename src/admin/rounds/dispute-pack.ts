// The dispute pack of a round: everything that is known of it in one HTML file that needs nothing from elsewhere, for
// a regulator, an operator or a printer. Must never hold a key or a token.

import { createHash } from 'node:crypto'
import { formatAmount } from '../../core/money.ts'
import { describeLevel } from '../../games/engine/levels.ts'
import type { Figures, Game } from '../../games/engine/mathematics.ts'
import { type AuditedBy, writeAudit } from '../../ledger/audit/audit-log.ts'
import type { RoundIntent } from '../../round/round.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminResult, streamed } from '../route.ts'
import { describeRound, readStory, requireRound } from './detail.ts'
import { printEvents } from './dispute-steps.ts'
import { drawAgain, findDrawer, whyNotDrawn } from './drawn-again.ts'
import { facts, type Html, html, table } from './html.ts'
import { isResultSecret, RESULT_NOT_REVEALED } from './result-secret.ts'
import { isSeedSecret, type PrintedRecord, printRecord } from './round-record.ts'
import type { RoundDetail } from './schema.ts'
import type { RoundStory } from './timeline.ts'

type PackDeps = Pick<AdminDeps, 'pool' | 'pools' | 'readParSheet' | 'nowMs'>

export async function exportPack(
  deps: PackDeps,
  roundId: string,
  by: AuditedBy,
): Promise<AdminResult<never>> {
  const found = await requireRound(deps.pools, roundId)
  if (!found.ok) return found
  if (isResultSecret(found.known.round)) return RESULT_NOT_REVEALED
  const story = await readStory(deps, found)
  const record = printRecord(found.known)
  const drawer = findDrawer(found.known.round.intent)
  const sheet = drawer.kind === 'here' ? await deps.readParSheet(drawer.game.id) : null
  await writeAudit(deps.pool, {
    ...by,
    action: 'round.exported',
    subject: found.known.projectId,
    before: null,
    after: { roundId, recordSha256: record.sha256 },
  })
  const made = { by: by.actor, atMs: deps.nowMs() }
  const page = printPack({ story, round: describeRound(story), record, sheet, made })
  return streamed({
    contentType: 'text/html; charset=utf-8',
    fileName: `round-${roundId}.html`,
    chunks: inOnePiece(page),
  })
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}

export interface Pack {
  story: RoundStory
  round: RoundDetail
  record: PrintedRecord
  /** Of the game, as it is published; null: none is here. */
  sheet: string | null
  made: { by: string; atMs: number }
}

const STYLE = `
body{font:14px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16181d;background:#fff}
h1{font-size:1.5rem;margin:0 0 .3rem}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:2px solid #16181d}
table{border-collapse:collapse;margin:.4rem 0 .8rem}th,td{border:1px solid #9aa1ad;padding:.25rem .5rem;text-align:left;vertical-align:top}
th{background:#eef0f4}.facts th{width:15rem;font-weight:600}code,pre{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
.board td{text-align:center;min-width:5.5rem}.board .won{background:#ffe08a;outline:2px solid #8a5a00}.board .none{border:0}
.event{break-inside:avoid;margin:.6rem 0}.event p{margin:.1rem 0}.remark{border-left:4px solid #8a5a00;padding:.3rem .8rem;background:#fff6dd}
tr{break-inside:avoid}@media print{body{margin:0;max-width:none}h2{break-after:avoid}}
`

export function printPack(pack: Pack): string {
  const { round, made } = pack
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'`
  const page = html`<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Round ${round.roundId}</title><style>${{ html: STYLE }}</style></head><body>
<h1>Dispute pack of a round</h1>
<p><code>${round.roundId}</code> · TEST_ONLY: non-withdrawable units · made ${new Date(made.atMs).toISOString()} for ${made.by}</p>
${printRound(round)}
${printMoney(round)}
${printCalls(pack)}
${printLoggedCalls(pack)}
${printTimes(round)}
${printSeed(pack)}
${printPar(pack)}
${printReplay(pack)}
${printAudit(pack)}
${printRecordText(pack)}
</body></html>`
  return `<!doctype html>${page.html}\n`
}

const SHOWN: Readonly<Record<RoundDetail['shown'], string>> = {
  yes: 'The player was shown the result.',
  no: 'The player was never shown the result.',
  unknown: 'The ledger does not know whether the player was shown the result.',
}

function printRound(round: RoundDetail): Html {
  return html`<h2>Round</h2>
<p class="remark">${SHOWN[round.shown]}</p>
${facts([
  ['State', round.state],
  ['Project', round.projectId],
  ['Player', round.playerId],
  [
    'Game',
    `${round.gameName} (${round.gameId}), version ${round.gameVersion}, mode ${round.gameMode}`,
  ],
  [
    'Level',
    round.level === null ? 'none: natural mathematics' : `${round.level} % (${round.levelSource})`,
  ],
  ['Number of the player’s rounds', round.sequence],
  ['Request', round.requestId],
  ['Session', round.sessionId],
  ['Bet as it was given', round.betTerms],
  ['Free spins', round.grantId],
  ['Target outcome', round.targetOutcomeId],
  ['Choices', round.choices.join(', ') || 'none'],
  ['Cancelled because', round.cancelReason],
  ['Refused with', round.refusalCode],
])}`
}

const money = (round: RoundDetail, minor: string | null) =>
  minor === null ? 'not known' : `${formatAmount(BigInt(minor))} ${round.currency}`

function printMoney(round: RoundDetail): Html {
  return html`<h2>Money</h2>${facts([
    ['Stake', money(round, round.stakeMinor)],
    ['Base bet', money(round, round.baseStakeMinor)],
    ['Debited', money(round, round.betMinor)],
    ['Win as drawn', money(round, round.winMinor)],
    ['Balance before the bet', money(round, round.balanceBeforeMinor)],
    ['Balance after the bet', money(round, round.balanceAfterBetMinor)],
    ['Balance after the round', money(round, round.balanceAfterMinor)],
  ])}`
}

function printCalls({ round }: Pack): Html {
  const rows = round.operations.map(each => [
    each.kind,
    html`<code>${each.transaction}</code>`,
    money(round, each.amountMinor),
    each.status,
    each.plannedAt,
    each.confirmedAt,
    each.unclear,
  ])
  return html`<h2>Wallet operations</h2>
${table(['operation', 'transaction', 'amount', 'status', 'planned', 'confirmed', 'unclear calls'], rows)}`
}

function printLoggedCalls({ story }: Pack): Html | null {
  if (story.calls.length === 0) return null
  const rows = story.calls.map(call => [
    new Date(call.atMs).toISOString(),
    call.method,
    call.attempt,
    [call.code, call.detail].filter(Boolean).join(': '),
    call.httpStatus,
    `${Math.round(call.latencyMs)} ms`,
    html`<code>${call.requestBody}</code>`,
    html`<code>${call.answerBody}</code>`,
  ])
  return html`<h2>Wallet calls</h2>
<p>Every call that failed and a sample of the others, for as long as they are kept. Keys are left out.</p>
${table(['time', 'method', 'attempt', 'answer', 'HTTP', 'took', 'request', 'answered'], rows)}`
}

function printTimes(round: RoundDetail): Html {
  const rows = round.timeline.map(entry => [
    entry.at ?? '(order only)',
    [entry.kind, entry.operation].filter(Boolean).join(': '),
    [entry.code, entry.text, entry.by].filter(Boolean).join(' · '),
    entry.latencyMs === null ? null : `${entry.latencyMs} ms`,
  ])
  return html`<h2>Times</h2><p>UTC.</p>${table(['time', 'what', 'how', 'took'], rows)}`
}

function printSeed({ story, round }: Pack): Html {
  const { seed } = story.known.round.intent
  const shown = isSeedSecret(story.known.round)
    ? html`<p class="remark">Left out: the player still has a choice, and the seed tells what each leads to.</p>`
    : html`<p><code>${Buffer.from(seed).toString('hex')}</code></p>`
  return html`<h2>Seed</h2>
<p>Everything that the round drew is expanded from 32 bytes, which were made before the bet and stored with it.</p>
${shown}
<p>To draw the round again from its record and compare the win:</p>
<p><code>reelhouse replay ${round.roundId}</code></p>`
}

function printPar({ story, sheet }: Pack): Html {
  const { intent } = story.known.round
  const drawer = findDrawer(intent)
  if (drawer.kind !== 'here') return html`<h2>Mathematics</h2><p>${whyNotDrawn(drawer)}</p>`
  const { game } = drawer
  const figures = figuresOf(game, intent)
  const hash = sheet === null ? null : createHash('sha256').update(sheet).digest('hex')
  const percent = (share: number) => `${(share * 100).toFixed(4)} %`
  return html`<h2>Mathematics</h2>${facts([
    ['Game and version', `${game.id} ${game.version}`],
    ['Mode and level', `${intent.gameMode}, ${figures.name}`],
    ['Theoretical return of that', percent(figures.rtp)],
    ['Hit frequency of that', percent(figures.hitFrequency)],
    ['Most that a round wins', `${game.maxWinBets} base bets`],
    ['PAR sheet', hash === null ? 'not on this node: docs/par' : `docs/par/${game.id}.json`],
    ['SHA-256 of the PAR sheet', hash === null ? null : html`<code>${hash}</code>`],
  ])}`
}

type Return = Pick<Figures, 'rtp' | 'hitFrequency'> & { name: string }

/** Of what the round was drawn from. */
function figuresOf(game: Game, { gameMode, levelBps, appliedTarget }: RoundIntent): Return {
  const figures = game.figures[gameMode]!
  if (appliedTarget !== null) {
    const { reelSet } = appliedTarget
    return { ...figures[reelSet], name: `reel set ${reelSet} (target outcome)` }
  }
  if (levelBps === null) return { ...figures.natural, name: 'natural' }
  const { priceBets } = game.modes.find(({ id }) => id === gameMode)!
  return { ...describeLevel(levelBps, figures, priceBets), name: `level ${levelBps / 100} %` }
}

function printReplay({ story, round }: Pack): Html {
  const drawn = drawAgain(story.known.round)
  if (drawn.kind !== 'drawn') return html`<h2>Replay</h2><p>${whyNotDrawn(drawn)}</p>`
  const { baseStakeMinor, currency } = story.known.round.intent
  const of = { game: drawn.game, baseStakeMinor, currency }
  const again = money(round, drawn.winMinor.toString())
  return html`<h2>Replay</h2>
<p class="remark">${drawn.matches ? 'Drawn again, the round wins what is recorded' : 'DRAWN AGAIN, THE ROUND WINS SOMETHING ELSE'}: ${again}.</p>
${printEvents(of, drawn.outcome.events)}
${drawn.outcome.awaiting === null ? null : html`<p>It waits for the player: ${drawn.outcome.awaiting.options.join(', ')}.</p>`}`
}

function printAudit({ story }: Pack): Html {
  const rows = story.audit.map(({ sequence, at, actor, origin, action, before, after }) => [
    sequence.toString(),
    at.toISOString(),
    action,
    `${actor}, ${origin}`,
    html`<code>${JSON.stringify(before)} → ${JSON.stringify(after)}</code>`,
  ])
  if (rows.length === 0) return html`<h2>Audit log</h2><p>Nobody acted on this round.</p>`
  return html`<h2>Audit log</h2>${table(['record', 'time', 'action', 'by', 'before → after'], rows)}`
}

function printRecordText({ record }: Pack): Html {
  return html`<h2>Record</h2>
<p>SHA-256 of the line below, as UTF-8 without a line end: <code>${record.sha256}</code></p>
<pre>${record.text}</pre>`
}
