// What is shipped for Prometheus and Grafana fits the platform: every metric that is named is served, every
// alert has its page and its test, and Prometheus itself finds no fault in rules and expressions.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { DASHBOARDS } from '../../scripts/dashboards.ts'
import { printDashboard } from '../../scripts/print-dashboard.ts'
import { findPromtool } from '../../scripts/test-promtool.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'

const read = (...names: string[]) => readFileSync(path.join(PROJECT_ROOT, ...names), 'utf8')
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

const PROMETHEUS = path.join(PROJECT_ROOT, 'deploy', 'prometheus')
const alerts = read('deploy', 'prometheus', 'alerts.yml')
const names = all(alerts, /- alert: (\w+)/g)
const runbooks = all(alerts, /runbook: (\S+)/g)

/** docs/metrics.md lists what is served: test/server/metrics.test.ts. */
const served = new Set(all(read('docs', 'metrics.md'), /^\| `([a-z_]+)` \|/gm))

function checkMetrics(t: Pick<typeof import('tap').t, 'ok'>, text: string, where: string): void {
  for (const named of all(text, /\b((?:reelhouse|process)_[a-z_]+)/g)) {
    const metric = named.replace(/_(bucket|sum|count)$/, '')
    t.ok(served.has(named) || served.has(metric), `${where}: ${named} is served`)
  }
}

t.test('every alert names served metrics, and has a page that answers what a person asks', t => {
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
      t.ok(existsSync(path.join(PROJECT_ROOT, path.dirname(page), link)), `${page}: ${link}`)
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

t.test('every dashboard is made of its description and names served metrics', t => {
  const files = readdirSync(path.join(PROJECT_ROOT, 'deploy', 'grafana'))
  t.strictSame(files.sort(), DASHBOARDS.map(({ id }) => `${id}.json`).sort())
  for (const dashboard of DASHBOARDS) {
    const text = read('deploy', 'grafana', `${dashboard.id}.json`)
    t.equal(text, printDashboard(dashboard), 'npm run write:dashboards')
    checkMetrics(t, text, dashboard.id)
  }
  t.end()
})

const promtool = findPromtool()
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
  const expressions = DASHBOARDS.flatMap(({ panels }) =>
    panels.flatMap(({ lines }) => Object.keys(lines)),
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
