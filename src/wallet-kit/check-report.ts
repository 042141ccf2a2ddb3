// SPDX-License-Identifier: Apache-2.0
// What a check of a wallet found: for a person, as JUnit XML and as JSON. Prints no key: a run
// contains none.

import { type CheckResult, type CheckRun, isPassed } from './check-run.ts'

const SIGNS = { passed: '✓', failed: '✗', advice: '!', 'not-made': '-' } as const
const NAME_WIDTH = 28

/** One check, under a heading if it is the first of its group. */
export function describeResult(result: CheckResult, isFirstOfGroup: boolean): string {
  const { check, outcome, failure, reason } = result
  const heading = isFirstOfGroup ? `\n${check.group}\n` : ''
  const line = `${heading}  ${SIGNS[outcome]} ${check.name.padEnd(NAME_WIDTH)} ${check.title}`
  if (reason !== null) return `${line}\n      not made: ${reason}`
  if (failure === null) return line
  const details = [
    ['sent', failure.sent],
    ['expected', failure.expected],
    ['got', failure.got],
    ['contract', check.contract],
    [outcome === 'advice' ? 'advice' : 'mend', check.fix],
  ] as const
  const shown = details.filter(([, text]) => text !== '')
  return [line, ...shown.map(([name, text]) => `      ${name.padEnd(9)} ${text}`)].join('\n')
}

export function describeHead(run: Pick<CheckRun, 'callbackUrl' | 'playerId' | 'currency'>): string {
  return `Checking ${run.callbackUrl} with player ${run.playerId} in ${run.currency} (TEST_ONLY)
It moves money of this player: name a test player that is not used for anything else.`
}

export function describeTotals(run: CheckRun): string {
  const count = (outcome: CheckResult['outcome']) =>
    run.results.filter(one => one.outcome === outcome).length
  const verdict = isPassed(run) ? 'The wallet keeps the contract' : 'The wallet breaks the contract'
  return `
${verdict}: ${run.results.length} checks, ${count('passed')} passed, ${count('failed')} failed, \
${count('not-made')} not made, ${count('advice')} with advice.
${run.calls} calls, the slowest answer took ${run.slowestMs} ms.`
}

/** The format is described in docs/wallet-guide.md. */
export function printCheckJson(run: CheckRun): string {
  const { callbackUrl, playerId, currency, startedAtMs, results, calls, slowestMs } = run
  const document = {
    mode: 'TEST_ONLY',
    callback_url: callbackUrl,
    player_id: playerId,
    currency,
    started_at: new Date(startedAtMs).toISOString(),
    passed: isPassed(run),
    calls,
    slowest_ms: slowestMs,
    checks: results.map(({ check, outcome, failure, reason, durationMs }) => ({
      name: check.name,
      group: check.group,
      title: check.title,
      outcome: outcome.replace('-', '_'),
      duration_ms: Math.round(durationMs),
      reason,
      failure: failure && { ...failure, contract: check.contract, mend: check.fix },
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

export function printCheckJUnit(run: CheckRun): string {
  const { results } = run
  const count = (outcome: CheckResult['outcome']) =>
    results.filter(one => one.outcome === outcome).length
  const totals =
    `tests="${results.length}" failures="${count('failed')}" errors="0" ` +
    `skipped="${count('not-made')}"`
  const time = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const started = new Date(run.startedAtMs).toISOString().slice(0, 19)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${totals} time="${time}">
  <testsuite name="wallet check" ${totals} time="${time}" timestamp="${started}">
${results.map(printCase).join('\n')}
  </testsuite>
</testsuites>
`
}

function printCase({ check, outcome, failure, reason, durationMs }: CheckResult): string {
  const open =
    `    <testcase classname="${escapeXml(check.group)}" ` +
    `name="${escapeXml(check.name)}" time="${seconds(durationMs)}"`
  if (reason !== null) return `${open}><skipped message="${escapeXml(reason)}"/></testcase>`
  if (failure === null) return `${open}/>`
  const text = escapeXml(
    `sent: ${failure.sent}\nexpected: ${failure.expected}\ngot: ${failure.got}\n` +
      `contract: ${check.contract}\nmend: ${check.fix}`,
  )
  if (outcome === 'advice') return `${open}><system-out>${text}</system-out></testcase>`
  return `${open}><failure message="${escapeXml(failure.expected)}">${text}</failure></testcase>`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Replaces characters that XML 1.0 can't hold, escaped or not, by question marks. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>"']/g, one => ENTITIES[one]!)
}
