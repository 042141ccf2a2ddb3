// The shipped files for Prometheus and Grafana fit the platform: every named metric is served,
// every alert has its page and its test, and Prometheus itself finds no fault in rules and
// expressions.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { findTestProgram } from '../../scripts/test-programs.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { UNFINISHED_STATES } from '../../src/ledger/rounds/unfinished-rounds.ts'

const read = (...names: string[]) => readFileSync(path.join(PROJECT_ROOT, ...names), 'utf8')
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

const PROMETHEUS = path.join(PROJECT_ROOT, 'deploy', 'prometheus')
const alerts = read('deploy', 'prometheus', 'alerts.yml')
const names = all(alerts, /- alert: (\w+)/g)
const runbooks = all(alerts, /runbook: (\S+)/g)

/** docs/metrics.md lists the served ones: test/server/metrics.test.ts. */
const served = new Set(all(read('docs', 'metrics.md'), /^\| `([a-z_]+)` \|/gm))

function checkMetrics(t: Pick<typeof import('tap').t, 'ok'>, text: string, where: string): void {
  for (const named of all(text, /\b((?:reelhouse|process)_[a-z_]+)/g)) {
    const metric = named.replace(/_(bucket|sum|count)$/, '')
    t.ok(served.has(named) || served.has(metric), `${where}: ${named} is served`)
  }
}

t.test("every alert names served metrics, and has a page that answers a person's questions", t => {
  t.ok(names.length >= 12)
  t.equal(new Set(names).size, names.length)
  t.equal(runbooks.length, names.length)
  checkMetrics(t, alerts, 'alerts.yml')
  for (const [i, page] of runbooks.entries()) {
    const text = read(...page.split('/'))
    t.match(text, `Alert \`${names[i]}\``, page)
    const parts = ['What it means', 'What players see', 'What to look at', 'What to do']
    for (const part of [...parts, 'When to escalate']) t.match(text, part, page)
    checkMetrics(t, text, page)
    for (const link of all(text, /\]\(([^)]+)\)/g)) {
      const [file] = link.split('#')
      t.ok(existsSync(path.join(PROJECT_ROOT, path.dirname(page), file!)), `${page}: ${link}`)
    }
  }
  const files = readdirSync(path.join(PROJECT_ROOT, 'docs', 'runbooks'))
  const pages = files.filter(name => name.endsWith('.md'))
  t.strictSame(pages.map(name => `docs/runbooks/${name}`).sort(), [...runbooks].sort())
  t.end()
})

t.test('every alert has a test in which it fires', t => {
  const tested = all(
    read('deploy', 'prometheus', 'alerts.test.yml'),
    /alertname: (\w+)\n.*\n +exp_alerts/g,
  )
  t.strictSame([...tested].sort(), [...names].sort())
  t.end()
})

/** The expression of each, its waiting time, and whether somebody is called at night. */
const CALLS = `
  NodeDown == 0, 1m critical
  NodeNotReady == 0, 2m critical
  NoNodeAtProxy == 0, 30s critical
  NoRounds > 60, 2m critical
  ClockOff > 2, 1m warning
  StoreAway > 0, 1m critical
  DatabaseAway == 0, 1m critical
  RedisAway == 0, 1m critical
  StoreDiskLow < 0.15, 5m critical
  RedisMemoryLow > 0.85, 5m critical
  RedisMasterLost == 0, 1m critical
  PlayErrors > 0.02, 5m critical
  OutcomeSlow > 2.5, 10m warning
  OperatorErrors > 0.02, 5m critical
  WrongKeys > 5, 10m warning
  SignInsFailing > 0.2, 5m warning
  WalletFailing > 0.1, 5m critical
  WalletSlow > 1, 10m warning
  CallbackLogDropped > 0, 0m warning
  RoundsStuck > 900, 5m critical
  RoundSetAside > 0, 0m critical
  UnfinishedRoundsUnknown == 0, 5m warning
  LedgerSlow > 0.5, 5m warning
  LedgerQueueLong > 1000, 1m critical
  AnswersKept > 1e9, 10m warning
  RedisSlow > 0.1, 5m warning
  LaneDown == 0, 1m critical
  LanesLost > 2, 0m warning
  LaneFull > 3000, 1m critical
  LaneMemory > 450e6, 10m warning
  EventLoopLate > 0.2, 5m warning
  UnknownFaults > 10, 0m warning
  ReturnOff > 10000, 1h critical
`
interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: Record<string, string>
}
const rules: Rule[] = parse(alerts).groups[0].rules

t.test('each alert fires at its bound, after its time, with its urgency', t => {
  const reported = rules.map(({ alert, expr, for: waits = '0m', labels }) => {
    const bound = / ((?:>|<|==) [\d.e]+)$/.exec(expr)?.[1]
    return `${alert.replace('Reelhouse', '')} ${bound}, ${waits} ${labels.severity}`
  })
  t.strictSame(reported, CALLS.trim().split(/\n\s*/))
  const exprOf = (name: string) => rules.find(({ alert }) => alert === `Reelhouse${name}`)!.expr
  const listed = (name: string) => /=~"([^"]+)"/.exec(exprOf(name))![1]!.split('|')
  t.strictSame(
    [...listed('RoundsStuck'), 'reconciliation_required', 'awaiting'].sort(),
    [...UNFINISHED_STATES].sort(),
    'every state in which the platform owes something',
  )
  t.strictSame(listed('StoreAway'), ['redis', 'postgres'])
  t.strictSame(listed('PlayErrors'), [
    'REQUEST_FAILED',
    'BUSY',
    'WALLET_BUSY',
    'RECONCILIATION_REQUIRED',
  ])
  t.match(exprOf('WalletFailing'), 'outcome!~"accepted|refused"')
  t.match(exprOf('OperatorErrors'), 'status=~"5.."')
  t.match(exprOf('UnknownFaults'), 'part="other"')
  t.match(exprOf('LanesLost'), "reason!='restart'")
  t.match(exprOf('ReturnOff'), /\) > 5 and /)
  const quantiles = rules.flatMap(({ alert, expr }) => {
    const of = /histogram_quantile\(([\d.]+)/.exec(expr)?.[1]
    return of === undefined ? [] : [`${alert.replace('Reelhouse', '')} ${of}`]
  })
  t.strictSame(quantiles, [
    'OutcomeSlow 0.99',
    'WalletSlow 0.95',
    'LedgerSlow 0.99',
    'RedisSlow 0.99',
  ])
  t.match(exprOf('EventLoopLate'), 'percentile="99"')
  t.end()
})

t.test('the test of each alert expects what the alert says', t => {
  const tests = parse(read('deploy', 'prometheus', 'alerts.test.yml')).tests
  const expected = tests
    .flatMap((each: { alert_rule_test: object[] }) => each.alert_rule_test)
    .filter((each: { exp_alerts?: object[] }) => each.exp_alerts !== undefined)
  for (const { alertname, exp_alerts: fired } of expected) {
    const rule = rules.find(({ alert }) => alert === alertname)!
    for (const { exp_labels: labels, exp_annotations: annotations } of fired) {
      t.equal(labels.severity, rule.labels.severity, alertname)
      t.strictSame(annotations, rule.annotations, alertname)
    }
  }
  t.end()
})

interface Dashboard {
  uid: string
  templating: { list: { name: string }[] }
  panels: { id: number; title: string; targets: { expr: string }[] }[]
}

const GRAFANA = path.join(PROJECT_ROOT, 'deploy', 'grafana')
const dashboards = readdirSync(GRAFANA).map(file => {
  const text = read('deploy', 'grafana', file)
  return { file, text, dashboard: JSON.parse(text) as Dashboard }
})

t.test('every dashboard names served metrics, and lets the reader choose the node', t => {
  t.ok(dashboards.length >= 5)
  for (const { file, text, dashboard } of dashboards) {
    t.equal(`${dashboard.uid}.json`, `reelhouse-${file}`)
    const variables = dashboard.templating.list.map(({ name }) => name)
    t.strictSame(variables, ['datasource', 'instance'], file)
    const ids = dashboard.panels.map(({ id }) => id)
    t.strictSame(ids, [...new Set(ids)], `${file}: panels have different ids`)
    checkMetrics(t, text, file)
  }
  t.end()
})

const promtool = findTestProgram('promtool')
const withPromtool = promtool === null ? { skip: 'promtool is not installed' } : {}
const ask = (...args: string[]) =>
  execFileSync(promtool!, args, { encoding: 'utf8', cwd: PROMETHEUS })

t.test(
  'Prometheus finds no fault in the alerts, and each fires as its test says',
  withPromtool,
  t => {
    t.match(ask('check', 'config', 'prometheus.yml'), `${names.length} rules found`)
    t.match(ask('test', 'rules', 'alerts.test.yml'), 'SUCCESS')
    t.end()
  },
)

t.test('Prometheus understands every expression of a dashboard', withPromtool, t => {
  const expressions = dashboards.flatMap(({ dashboard }) =>
    dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  )
  const rules = expressions.map((expr, i) => ({
    record: `dashboard:expression:${i}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }))
  // JSON is YAML too.
  const file = path.join(t.testdir(), 'rules.json')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboards', rules }] }))
  t.match(ask('check', 'rules', file), `${rules.length} rules found`)
  t.end()
})
