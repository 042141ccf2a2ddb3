// The settings, ports, addresses, times and files in deploy/ agree with the code.

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { LANE_CLOSE_DEADLINE_MS } from '../../src/limits.ts'
import { CLOSE_SLICE_MS, CLOSE_SLICES, DRAIN_DEADLINE_MS } from '../../src/server/drain.ts'
import { DRAIN_GRACE_MS, readConfig } from '../../src/server/settings/config.ts'
import {
  CHART,
  DEPLOY,
  directives,
  knownSettings,
  listDeployed,
  readDeployed,
  readEnvFile,
  UNITS,
} from './deployed-files.ts'

const SAMPLE_KEY = 'ab'.repeat(32)
/** How long a node may take to end once it no longer serves. */
const ENDING_S = 30

const compose = parse(readDeployed('docker/compose.yaml'), { merge: true })
const values = parse(readDeployed(`${CHART}/values.yaml`))
const example = parse(readDeployed(`${CHART}/ci/example-values.yaml`))
const deployment = readDeployed(`${CHART}/templates/deployment.yaml`)
const dockerfile = readDeployed('docker/Dockerfile')
const exampleEnv = readEnvFile('systemd/reelhouse.env.example')
const composeEnv: Record<string, string> = compose.services['node-1'].environment

/** The values that a person would fill in. */
function fillIn(env: Record<string, string>): Record<string, string> {
  const filled = Object.entries(env).map(([name, value]) => {
    if (name === 'MASTER_KEY') return [name, SAMPLE_KEY]
    return [
      name,
      String(value)
        .replace(/\$\{\w+:-(.*)\}/, '$1')
        .replace(/\$\{\w+:\?\}/, 'secret'),
    ]
  })
  return Object.fromEntries(filled)
}

/** The settings of the chart itself, with values that need no rendering. */
function chartEnv(): Record<string, string> {
  const set = [...deployment.matchAll(/- \{ name: ([A-Z_]+), value: (.*) \}/g)]
  const { url, networks } = example.operatorPanel
  const panel = { OPERATOR_PANEL_URL: url, OPERATOR_PANEL_NETWORKS: networks.join() }
  const fixed = {
    PUBLIC_URL: example.publicUrl,
    LANES: values.lanes,
    ...panel,
    ...example.settings,
  }
  const ofSecret = {
    DATABASE_URL: 'postgres://a@b/c',
    REDIS_URL: 'redis://r',
    MASTER_KEY: SAMPLE_KEY,
  }
  const own = set.map(([, name, value]) => [name, value!.replaceAll("'", '')])
  const rendered = { DRAIN_GRACE_S: String(values.drainGraceSeconds), ...fixed, ...ofSecret }
  return { ...Object.fromEntries(own), ...rendered, LANES: String(values.lanes) }
}

t.test('every setting in deploy/ is one that a node reads', async t => {
  const known = knownSettings()
  t.ok(known.has('DATABASE_URL') && known.has('DRAIN_GRACE_S'))
  const ofUnits = UNITS.flatMap(unit => directives(unit, 'Environment'))
    .join(' ')
    .matchAll(/([A-Z_]+)=/g)
  const used = [
    ...Object.keys(exampleEnv),
    ...Object.keys(composeEnv),
    ...Object.keys(compose.services.migrate.environment),
    ...Object.keys(chartEnv()),
    ...[...ofUnits].map(([, name]) => name!),
  ]
  t.strictSame(
    used.filter(name => !known.has(name)),
    [],
  )
})

t.test('a node starts with the settings of each, once they are filled in', async t => {
  for (const env of [exampleEnv, composeEnv, chartEnv()]) {
    const read = readConfig(fillIn(env))
    t.ok(read.ok, read.ok ? '' : read.problems.join('\n'))
  }
})

t.test('the ports are those that a node listens on', async t => {
  const read = readConfig(fillIn(exampleEnv))
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { port, internalPort, internalHost, probesPort, probesHost } = read.config
  t.match(dockerfile, `EXPOSE ${port} ${internalPort} ${probesPort}`)
  t.match(deployment, `{ name: public, containerPort: ${port} }`)
  t.match(deployment, `{ name: internal, containerPort: ${internalPort} }`)
  t.match(deployment, `{ name: probes, containerPort: ${probesPort} }`)
  t.match(chartEnv(), {
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    PROBES_PORT: String(probesPort),
  })
  t.match(readDeployed('docker/haproxy.cfg'), `check port ${probesPort}`)
  for (const name of ['node-1', 'node-2']) {
    t.match(readDeployed('docker/haproxy.cfg'), `server ${name} ${name}:${port}`)
  }
  t.notMatch(dockerfile, 'INTERNAL_HOST', `the image keeps ${internalHost}`)
  t.notMatch(dockerfile, 'PROBES_HOST', `the image keeps ${probesHost}`)
})

t.test('the internal ports are never published, and the others on loopback only', async t => {
  for (const { ports = [] } of Object.values<{ ports?: string[] }>(compose.services)) {
    for (const each of ports) t.match(each, /^127\.0\.0\.1:(8080|3000):/)
  }
})

t.test('probes expect the answer of their listener', async t => {
  const routes = readFileSync(path.join(PROJECT_ROOT, 'src', 'edge', 'probes.ts'), 'utf8')
  const asked = [...deployment.matchAll(/httpGet: \{ path: (\S+), port: probes \}/g)]
  t.strictSame(
    asked.map(([, at]) => at),
    ['/livez', '/livez', '/readyz'],
  )
  t.match(readDeployed('docker/haproxy.cfg'), 'http-check send meth GET uri /readyz')
  for (const at of ['/livez', '/readyz']) t.match(routes, `'${at}':`)
  const [, timeout] = /path: \/readyz[^-]*?timeoutSeconds: (\d+)/.exec(deployment)!
  t.ok(Number(timeout) >= 3, 'a machine without a free core answers late')
  t.match(readDeployed('docker/haproxy.cfg'), /^ {2}timeout check 3s$/m)
})

t.test('a node gets the time that it may need to end', async t => {
  const closeMs = CLOSE_SLICES * CLOSE_SLICE_MS + DRAIN_DEADLINE_MS + LANE_CLOSE_DEADLINE_MS
  t.ok(closeMs <= ENDING_S * 1000)
  const graceS = Number(exampleEnv.DRAIN_GRACE_S)
  t.equal(graceS * 1000, DRAIN_GRACE_MS)
  for (const unit of UNITS.slice(0, 2)) {
    t.strictSame(directives(unit, 'TimeoutStopSec'), [String(graceS + ENDING_S)])
    t.strictSame(directives(unit, 'KillSignal'), ['SIGTERM'])
  }
  const composeS = Number(composeEnv.DRAIN_GRACE_S) + ENDING_S
  t.equal(compose.services['node-1'].stop_grace_period, `${composeS}s`)
  t.match(
    deployment,
    `terminationGracePeriodSeconds: {{ add .Values.drainGraceSeconds ${ENDING_S} }}`,
  )
  t.match(dockerfile, 'STOPSIGNAL SIGTERM')
})

t.test('a balancer notices that a node is about to end while it still serves', async t => {
  const [, period] = /path: \/readyz[^-]*?periodSeconds: (\d+)/.exec(deployment)!
  const [, failures] = /path: \/readyz[^-]*?failureThreshold: (\d+)/.exec(deployment)!
  t.ok(values.drainGraceSeconds >= Number(period) * Number(failures))
  const [, inter, fall] = /inter (\d+)s fastinter \d+ms fall (\d+)/.exec(
    readDeployed('docker/haproxy.cfg'),
  )!
  t.ok(Number(composeEnv.DRAIN_GRACE_S) > Number(inter) * Number(fall))
})

t.test('the three units are sandboxed alike', async t => {
  const sandbox = (unit: string) => {
    const text = readDeployed(path.join('systemd', unit))
    return text.slice(text.indexOf('\nDynamicUser='), text.indexOf('\nUMask='))
  }
  const [first, ...others] = UNITS.map(sandbox)
  t.match(first, /ProtectSystem=strict[\s\S]*CapabilityBoundingSet=\n/)
  for (const other of others) t.equal(other, first)
  for (const unit of UNITS.slice(0, 2)) t.strictSame(directives(unit, 'LimitNOFILE'), ['65536'])
})

t.test('named files exist', async t => {
  const exists = (root: string, name: string) => t.ok(existsSync(path.join(root, name)), name)
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  )
  const letIn = readFileSync(path.join(PROJECT_ROOT, '.dockerignore'), 'utf8').split('\n')
  for (const name of copied) {
    exists(PROJECT_ROOT, name)
    const isLetIn = letIn.some(each => `!${name}/`.startsWith(`${each}/`))
    t.ok(isLetIn, `${name} is part of the build`)
  }
  const { haproxy, postgres, grafana, prometheus } = compose.services
  const mounts: string[] = [haproxy, postgres, grafana, prometheus].flatMap(each => each.volumes)
  const mounted = mounts.filter(each => each.startsWith('.')).map(each => each.split(':')[0]!)
  for (const name of mounted) exists(path.join(DEPLOY, 'docker'), name)
})

t.test('the chart is of this version, and its schema has every value', async t => {
  const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
  t.equal(parse(readDeployed(`${CHART}/Chart.yaml`)).appVersion, version)
  const { properties } = JSON.parse(readDeployed(`${CHART}/values.schema.json`))
  for (const [name, value] of Object.entries<unknown>(values)) {
    t.ok(properties[name], name)
    const inner = properties[name]?.properties
    if (inner === undefined || typeof value !== 'object' || value === null) continue
    for (const each of Object.keys(value)) t.ok(inner[each], `${name}.${each}`)
  }
  for (const file of listDeployed(/templates\/.*\.(yaml|tpl|txt)$/)) {
    for (const [, name] of readDeployed(file).matchAll(/\.Values\.(\w+)/g)) {
      t.ok(properties[name!], `${file}: ${name}`)
    }
  }
})

t.test('the autoscaler uses a metric that a node has', async t => {
  const { rules } = parse(readDeployed('helm/prometheus-adapter.yaml'))
  const [rule] = rules.custom
  const [series] = rule.seriesQuery.split('{')
  const metrics = readFileSync(
    path.join(PROJECT_ROOT, 'src', 'server', 'metrics', 'node-metrics.ts'),
    'utf8',
  )
  t.match(metrics, `'${series}'`)
  t.equal(rule.name.as, values.autoscaling.metric)
})

t.test('the Prometheus of the compose file watches its nodes as the alerts expect', async t => {
  const own = parse(readDeployed('docker/prometheus.yml'))
  const model = parse(readDeployed('prometheus/prometheus.yml'))
  t.strictSame(own.rule_files, model.rule_files)
  const [job] = own.scrape_configs
  t.equal(job.job_name, model.scrape_configs[0].job_name)
  const nodes = Object.keys(compose.services).filter(name => name.startsWith('node-'))
  const { PROBES_PORT: port = '9190' } = composeEnv
  t.strictSame(
    job.static_configs[0].targets,
    nodes.map(name => `${name}:${port}`),
  )
})

t.test('other YAML files can be parsed', async t => {
  for (const file of listDeployed(/\.ya?ml$/)) {
    if (!file.includes('templates')) t.doesNotThrow(() => parse(readDeployed(file)), file)
  }
})

t.test('the settings of Patroni fit each other, and the runbook gives each its reason', async t => {
  const { dcs } = parse(readDeployed('patroni/patroni.yml')).bootstrap
  t.ok(dcs.loop_wait + 2 * dcs.retry_timeout <= dcs.ttl)
  t.ok(dcs.synchronous_mode)
  const { postgresql, ...named } = dcs
  t.ok(postgresql.use_pg_rewind)
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs/runbooks/postgres/patroni.md'), 'utf8')
  const rows = page.split('\n').filter(line => line.startsWith('| `'))
  for (const name of Object.keys(named)) {
    t.ok(
      rows.some(row => row.split('|')[1]!.includes(`\`${name}\``)),
      name,
    )
  }
})

t.test('the health check of the image ends as /livez answers', async t => {
  let status = 200
  const server = createServer((_, res) => res.writeHead(status).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const check = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [path.join(DEPLOY, 'docker', 'healthcheck.mjs')], {
      env,
    })
  const given = { PROBES_HOST: '0.0.0.0', PROBES_PORT: String(port) }
  const derived = { INTERNAL_HOST: '0.0.0.0', INTERNAL_PORT: String(port - 100) }
  for (const env of [given, derived]) {
    status = 200
    await t.resolves(check(env))
    status = 503
    await t.rejects(check(env))
  }
})
