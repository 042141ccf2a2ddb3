// The dispute pack of a round: everything known about it in one self-contained HTML file, for a
// regulator, an operator or a printer. Must never hold a key or a token.

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
import { PACK_TEXTS, type PackTexts } from './dispute-texts.ts'
import {
  drawAgain,
  findDrawer,
  isResultSecret,
  type NotDrawn,
  RESULT_NOT_REVEALED,
} from './drawn-again.ts'
import { facts, type Html, html, table } from './html.ts'
import { isSeedSecret, type PrintedRecord, printRecord } from './round-record.ts'
import type { PackLanguage, RoundDetail } from './schema.ts'
import type { RoundStory } from './timeline.ts'

type PackDeps = Pick<AdminDeps, 'pool' | 'pools' | 'readParSheet' | 'nowMs'>

export async function exportPack(
  deps: PackDeps,
  roundId: string,
  by: AuditedBy,
  language: PackLanguage,
  within: string | null,
): Promise<AdminResult<never>> {
  const found = await requireRound(deps.pools, roundId)
  if (!found.ok) return found
  if (isResultSecret(found.known.round)) return RESULT_NOT_REVEALED
  const story = await readStory(deps, found, within)
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
  const page = printPack({ story, round: describeRound(story), record, sheet, made, language })
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
  /** The game's published sheet; null: this node does not have it. */
  sheet: string | null
  made: { by: string; atMs: number }
  language: PackLanguage
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
  const { round, made, language } = pack
  const { texts } = PACK_TEXTS[language]
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'`
  const page = html`<html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.roundTitle} ${round.roundId}</title><style>${{ html: STYLE }}</style></head><body>
<h1>${texts.title}</h1>
<p><code>${round.roundId}</code> · ${fill(texts.made, { at: new Date(made.atMs).toISOString(), by: made.by })}</p>
${printRound(pack)}
${printMoney(pack)}
${printCalls(pack)}
${printLoggedCalls(pack)}
${printTimes(pack)}
${printSeed(pack)}
${printPar(pack)}
${printReplay(pack)}
${printAudit(pack)}
${printRecordText(pack)}
</body></html>`
  return `<!doctype html>${page.html}\n`
}

const textsOf = ({ language }: Pack): PackTexts => PACK_TEXTS[language].texts

function printRound(pack: Pack): Html {
  const { round } = pack
  const { roundTitle, shown, round: texts } = textsOf(pack)
  const game = {
    name: round.gameName,
    id: round.gameId,
    version: round.gameVersion,
    mode: round.gameMode,
  }
  return html`<h2>${roundTitle}</h2>
<p class="remark">${shown[round.shown]}</p>
${facts([
  [texts.state, round.state],
  [texts.project, round.projectId],
  [texts.player, round.playerId],
  [texts.game, fill(texts.gameOf, game)],
  [texts.level, round.level === null ? texts.natural : `${round.level} % (${round.levelSource})`],
  [texts.number, round.sequence],
  [texts.request, round.requestId],
  [texts.session, round.sessionId],
  [texts.bet, round.betTerms],
  [texts.freeSpins, round.grantId],
  [texts.target, round.targetOutcomeId],
  [texts.choices, choicesText(round, texts)],
  [texts.cancelled, round.cancelReason],
  [texts.refused, round.refusalCode],
])}`
}

/** Each choice, with who made it if that was not the player. */
function choicesText(
  { choices, deciders }: Pack['round'],
  texts: ReturnType<typeof textsOf>['round'],
): string {
  const by = { player: '', spin: ` (${texts.bySpin})`, deadline: ` (${texts.byDeadline})` }
  const made = choices.map((option, index) => `${option}${by[deciders[index]!]}`)
  return made.join(', ') || texts.noChoices
}

const money = (pack: Pack, minor: string | null) =>
  minor === null
    ? textsOf(pack).money.unknown
    : `${formatAmount(BigInt(minor))} ${pack.round.currency}`

function printMoney(pack: Pack): Html {
  const { round } = pack
  const { money: texts } = textsOf(pack)
  return html`<h2>${texts.title}</h2>${facts([
    [texts.stake, money(pack, round.stakeMinor)],
    [texts.base, money(pack, round.baseStakeMinor)],
    [texts.debited, money(pack, round.betMinor)],
    [texts.win, money(pack, round.winMinor)],
    [texts.before, money(pack, round.balanceBeforeMinor)],
    [texts.afterBet, money(pack, round.balanceAfterBetMinor)],
    [texts.after, money(pack, round.balanceAfterMinor)],
  ])}`
}

function printCalls(pack: Pack): Html {
  const { title, head } = textsOf(pack).operations
  const rows = pack.round.operations.map(each => [
    each.kind,
    html`<code>${each.transaction}</code>`,
    money(pack, each.amountMinor),
    each.status,
    each.plannedAt,
    each.confirmedAt,
    each.unclear,
  ])
  return html`<h2>${title}</h2>
${table(head, rows)}`
}

function printLoggedCalls(pack: Pack): Html | null {
  const { calls } = pack.story
  if (calls.length === 0) return null
  const { title, note, head } = textsOf(pack).calls
  const rows = calls.map(call => [
    new Date(call.atMs).toISOString(),
    call.method,
    call.attempt,
    [call.code, call.detail].filter(Boolean).join(': '),
    call.httpStatus,
    `${Math.round(call.latencyMs)} ms`,
    html`<code>${call.requestBody}</code>`,
    html`<code>${call.answerBody}</code>`,
  ])
  return html`<h2>${title}</h2>
<p>${note}</p>
${table(head, rows)}`
}

function printTimes(pack: Pack): Html {
  const { title, note, orderOnly, head } = textsOf(pack).times
  const rows = pack.round.timeline.map(entry => [
    entry.at ?? orderOnly,
    [entry.kind, entry.operation].filter(Boolean).join(': '),
    [entry.code, entry.text, entry.by].filter(Boolean).join(' · '),
    entry.latencyMs === null ? null : `${entry.latencyMs} ms`,
  ])
  return html`<h2>${title}</h2><p>${note}</p>${table(head, rows)}`
}

function printSeed(pack: Pack): Html {
  const { story, round } = pack
  const { seed: texts } = textsOf(pack)
  const { seed } = story.known.round.intent
  const shown = isSeedSecret(story.known.round)
    ? html`<p class="remark">${texts.leftOut}</p>`
    : html`<p><code>${Buffer.from(seed).toString('hex')}</code></p>`
  return html`<h2>${texts.title}</h2>
<p>${texts.note}</p>
${shown}
<p>${texts.again}</p>
<p><code>reelhouse replay ${round.roundId}</code></p>`
}

function printPar(pack: Pack): Html {
  const { story, sheet } = pack
  const { mathematics: texts } = textsOf(pack)
  const { intent } = story.known.round
  const drawer = findDrawer(intent)
  if (drawer.kind !== 'here')
    return html`<h2>${texts.title}</h2><p>${explainNotDrawn(pack, drawer)}</p>`
  const { game } = drawer
  const figures = figuresOf(texts, game, intent)
  const hash = sheet === null ? null : createHash('sha256').update(sheet).digest('hex')
  const percent = (share: number) => `${(share * 100).toFixed(4)} %`
  return html`<h2>${texts.title}</h2>${facts([
    [texts.game, `${game.id} ${game.version}`],
    [texts.mode, `${intent.gameMode}, ${figures.name}`],
    [texts.rtp, percent(figures.rtp)],
    [texts.hits, percent(figures.hitFrequency)],
    [texts.most, fill(texts.bets, { n: game.maxWinBets })],
    [texts.par, hash === null ? texts.noPar : `docs/par/${game.id}.json`],
    [texts.parHash, hash === null ? null : html`<code>${hash}</code>`],
  ])}`
}

function explainNotDrawn(pack: Pack, problem: NotDrawn): string {
  const { noGame, otherVersion } = textsOf(pack).notDrawn
  const { gameId: game } = problem
  if (problem.kind === 'no-game') return fill(noGame, { game })
  const { recorded, here } = problem
  return fill(otherVersion, { game, recorded, here })
}

/** Fills the `{names}` of a text. */
const fill = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

type Return = Pick<Figures, 'rtp' | 'hitFrequency'> & { name: string }

/** The figures that the round was drawn from. */
function figuresOf(
  texts: PackTexts['mathematics'],
  game: Game,
  { gameMode, levelBps, appliedTarget }: RoundIntent,
): Return {
  const figures = game.figures[gameMode]!
  if (appliedTarget !== null) {
    const { reelSet } = appliedTarget
    return { ...figures[reelSet], name: fill(texts.target, { reelSet }) }
  }
  if (levelBps === null) return { ...figures.natural, name: texts.natural }
  const { priceBets } = game.modes.find(({ id }) => id === gameMode)!
  return {
    ...describeLevel(levelBps, figures, priceBets),
    name: fill(texts.level, { level: levelBps / 100 }),
  }
}

function printReplay(pack: Pack): Html {
  const { story, language } = pack
  const { replay: texts } = textsOf(pack)
  const drawn = drawAgain(story.known.round)
  if (drawn.kind !== 'drawn')
    return html`<h2>${texts.title}</h2><p>${explainNotDrawn(pack, drawn)}</p>`
  const { baseStakeMinor, currency } = story.known.round.intent
  const of = { game: drawn.game, baseStakeMinor, currency, describe: PACK_TEXTS[language].describe }
  const again = money(pack, drawn.winMinor.toString())
  return html`<h2>${texts.title}</h2>
<p class="remark">${drawn.matches ? texts.matches : texts.differs}: ${again}.</p>
${printEvents(of, drawn.outcome.events)}
${drawn.outcome.awaiting === null ? null : html`<p>${fill(texts.awaits, { options: drawn.outcome.awaiting.options.join(', ') })}</p>`}`
}

function printAudit(pack: Pack): Html {
  const { title, none, head } = textsOf(pack).audit
  const rows = pack.story.audit.map(({ sequence, at, actor, origin, action, before, after }) => [
    sequence.toString(),
    at.toISOString(),
    action,
    `${actor}, ${origin}`,
    html`<code>${JSON.stringify(before)} → ${JSON.stringify(after)}</code>`,
  ])
  if (rows.length === 0) return html`<h2>${title}</h2><p>${none}</p>`
  return html`<h2>${title}</h2>${table(head, rows)}`
}

function printRecordText(pack: Pack): Html {
  const { record } = pack
  const { title, hash } = textsOf(pack).record
  return html`<h2>${title}</h2>
<p>${hash} <code>${record.sha256}</code></p>
<pre>${record.text}</pre>`
}
