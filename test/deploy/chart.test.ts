// The Kubernetes objects of the chart: every setting that a node needs, the targets of probes and
// services, network access, privileges, and the order in which nodes are replaced.

import t from 'tap'
import { parse } from 'yaml'
import { readConfig } from '../../src/server/settings/config.ts'
import { CHART, knownSettings, readDeployed } from './deployed-files.ts'
import { renderChart } from './rendered-chart.ts'

const EXAMPLE = parse(readDeployed(`${CHART}/ci/example-values.yaml`))
/** The required values, and nothing else. */
const LEAST = {
  publicUrl: EXAMPLE.publicUrl,
  existingSecret: EXAMPLE.existingSecret,
  migration: EXAMPLE.migration,
}
const OF_NODES = {
  'app.kubernetes.io/name': 'reelhouse',
  'app.kubernetes.io/instance': 'games',
  'app.kubernetes.io/component': 'node',
}

function render(values: object = LEAST) {
  const all = renderChart(values)
  return (kind: string, name = 'games') =>
    all.find(each => each.kind === kind && each.metadata.name === name)
}

function podOf(values: object = LEAST) {
  const { spec } = render(values)('Deployment').spec.template
  const [node, ...others] = spec.containers
  return { spec, node, others }
}

const named = (list: { name: string }[]) =>
  Object.fromEntries(list.map(({ name, ...rest }) => [name, rest]))

/** A number of a container, by its port's name. */
const portOf = (node: { ports: { name: string; containerPort: number }[] }, name: string) =>
  node.ports.find(each => each.name === name)?.containerPort

/** In the form that a node reads. */
function configOf(node: { env: { name: string; value: string }[] }) {
  const ofSecret = {
    DATABASE_URL: 'postgres://a@b/c',
    REDIS_URL: 'redis://r',
    MASTER_KEY: 'ab'.repeat(32),
  }
  const env = Object.fromEntries(node.env.map(({ name, value }) => [name, value]))
  const read = readConfig({ ...ofSecret, ...env })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.config
}

t.test('a node gets every setting of the chart, and those of its Secret', async t => {
  const { node, others } = podOf(EXAMPLE)
  t.strictSame(others, [])
  t.strictSame(named(node.env), {
    PUBLIC_URL: { value: 'https://games.example.com' },
    PORT: { value: String(portOf(node, 'public')) },
    INTERNAL_PORT: { value: String(portOf(node, 'internal')) },
    INTERNAL_HOST: { value: '0.0.0.0' },
    PROBES_PORT: { value: String(portOf(node, 'probes')) },
    PROBES_HOST: { value: '0.0.0.0' },
    OPERATOR_PANEL_URL: { value: 'https://panel.example.com' },
    OPERATOR_PANEL_NETWORKS: { value: '203.0.113.0/24,2001:db8::/32' },
    OPERATOR_PANEL_HOST: { value: '0.0.0.0' },
    OPERATOR_PANEL_PORT: { value: String(portOf(node, 'operators')) },
    LANES: { value: '3' },
    DRAIN_GRACE_S: { value: '10' },
    TRUSTED_PROXIES: { value: '10.0.0.0/8' },
    LOG_LEVEL: { value: 'info' },
  })
  t.strictSame(node.envFrom, [{ secretRef: { name: 'reelhouse' } }])
  t.strictSame(node.args, ['serve'])
  t.match(configOf(node), { lanes: 3, drainGraceMs: 10_000, trustedProxies: ['10.0.0.0/8'] })
})

t.test('the variables that the templates set are settings of a node, each set once', async t => {
  const known = knownSettings()
  const set = podOf().node.env.map(({ name }: { name: string }) => name)
  t.strictSame(
    set.filter((name: string) => !known.has(name)),
    [],
  )
  const { propertyNames } = JSON.parse(readDeployed(`${CHART}/values.schema.json`)).properties
    .settings
  const refused: string[] = propertyNames.not.enum
  t.strictSame(
    refused.filter(name => !known.has(name)),
    [],
    'only what a node reads is refused',
  )
  t.strictSame(
    set.filter((name: string) => !refused.includes(name)),
    [],
    'what a template sets must not be given a second time',
  )
  const others = [...known].filter(name => !refused.includes(name))
  const form = new RegExp(propertyNames.pattern)
  for (const name of others) t.match(name, form)
  const given = Object.fromEntries(others.map(name => [name, 'x']))
  const names = podOf({ ...LEAST, settings: given }).node.env.map(
    ({ name }: { name: string }) => name,
  )
  t.strictSame(names.sort(), [...set, ...others].sort(), 'every other setting can be given')
  const migrate = render()('Job', 'games-migrate').spec.template.spec.containers[0]
  for (const { name } of migrate.env) t.ok(known.has(name), `migrate: ${name}`)
})

t.test('the required values of a node must be given', async t => {
  const missing = readConfig({})
  const needed = missing.ok ? [] : missing.problems.map(problem => problem.split(' ')[0]!)
  t.strictSame(needed.sort(), ['DATABASE_URL', 'MASTER_KEY', 'PUBLIC_URL', 'REDIS_URL'])
  const values = readDeployed(`${CHART}/values.yaml`)
  const [, ofSecret] = /a Secret whose keys are settings: ([\s\S]*?)\nexistingSecret/.exec(values)!
  for (const name of needed.filter(each => each !== 'PUBLIC_URL')) t.match(ofSecret, name)
  t.throws(() => render({ ...LEAST, publicUrl: '' }), { message: 'publicUrl is needed' })
  t.throws(() => render({ ...LEAST, existingSecret: '' }), { message: 'existingSecret is needed' })
  t.throws(() => render({ ...LEAST, migration: {} }), {
    message: 'migration.existingSecret is needed',
  })
})

t.test('the probes ask the listener that answers them, in time', async t => {
  const { node } = podOf()
  const { startupProbe, livenessProbe, readinessProbe } = node
  const config = configOf(node)
  for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
    t.equal(portOf(node, probe.httpGet.port), config.probesPort)
  }
  t.equal(
    startupProbe.httpGet.path,
    '/livez',
    'a node that waits for a store is not a failed start',
  )
  t.equal(livenessProbe.httpGet.path, '/livez', 'a store that is down restarts nothing')
  t.equal(readinessProbe.httpGet.path, '/readyz')
  const givenS = (probe: { periodSeconds: number; failureThreshold: number }) =>
    probe.periodSeconds * probe.failureThreshold
  t.ok(givenS(startupProbe) >= 60, 'a slow machine starts too')
  t.ok(givenS(livenessProbe) >= 30, 'a busy node is not killed')
  t.ok(livenessProbe.timeoutSeconds >= 5)
  t.ok(
    config.drainGraceMs >= 1000 * givenS(readinessProbe),
    'it is removed from the balancer while it serves',
  )
})

t.test('pods have names for their ports, and services route by them', async t => {
  const of = render()
  const { node } = podOf()
  const { port, internalPort, probesPort } = configOf(node)
  const ports = ['public', 'internal', 'probes'].map(name => portOf(node, name))
  t.strictSame(ports, [port, internalPort, probesPort])
  t.match(of('Service').spec, { type: 'ClusterIP', selector: OF_NODES })
  t.strictSame(of('Service').spec.ports, [{ name: 'http', port: 80, targetPort: 'public' }])
  t.strictSame(of('Service', 'games-internal').spec, {
    type: 'ClusterIP',
    clusterIP: 'None',
    // A pod that is about to end is scraped to its end.
    publishNotReadyAddresses: true,
    selector: OF_NODES,
    ports: [
      { name: 'internal', port: internalPort, targetPort: 'internal' },
      { name: 'probes', port: probesPort, targetPort: 'probes' },
    ],
  })
  t.notOk(of('Service').spec.publishNotReadyAddresses, 'players are routed to ready pods')
})

t.test('the operators’ panel has a service and a port only where it is on', t => {
  const of = render(EXAMPLE)
  t.strictSame(of('Service', 'games-operators').spec, {
    type: 'ClusterIP',
    selector: OF_NODES,
    ports: [{ name: 'http', port: 80, targetPort: 'operators' }],
  })
  t.match(configOf(podOf(EXAMPLE).node).operatorPanel, {
    port: portOf(podOf(EXAMPLE).node, 'operators'),
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  })
  const without = render()
  t.equal(without('Service', 'games-operators'), undefined)
  t.equal(configOf(podOf().node).operatorPanel, null)
  t.end()
})

t.test('an ingress leads its host to the nodes, and sockets by the place they name', async t => {
  const of = render(EXAMPLE)
  const routeOf = (name: string) => {
    const { ingressClassName, tls, rules } = of('Ingress', name).spec
    t.equal(ingressClassName, 'haproxy')
    t.strictSame(tls, [{ hosts: ['games.example.com'], secretName: 'games-tls' }])
    t.strictSame(
      rules.map(({ host }: { host: string }) => host),
      ['games.example.com'],
    )
    const [{ path, pathType, backend }, ...others] = rules[0].http.paths
    t.strictSame(others, [])
    const { spec } = of('Service', backend.service.name)
    t.match(spec, { selector: OF_NODES, ports: [{ targetPort: 'public' }] })
    t.equal(backend.service.port.name, spec.ports[0].name)
    return [path, pathType, backend.service.name]
  }
  t.strictSame(routeOf('games'), ['/', 'Prefix', 'games'])
  t.strictSame(routeOf('games-sockets'), ['/play/socket', 'Exact', 'games-sockets'])
  const common = {
    'nginx.ingress.kubernetes.io/proxy-read-timeout': '90',
    'haproxy.org/timeout-tunnel': '90s',
    'example.com/owner': 'games',
  }
  t.strictSame(of('Ingress').metadata.annotations, common)
  const asShipped = readDeployed('docker/haproxy.cfg').split('\nbackend sockets\n')[1]!
  const balanced = of('Ingress', 'games-sockets').metadata.annotations
  t.strictSame(balanced, {
    ...common,
    'nginx.ingress.kubernetes.io/upstream-hash-by': '$arg_place',
    'haproxy.org/load-balance': /balance (.*)/.exec(asShipped)![1],
    'haproxy.org/backend-config-snippet': asShipped.match(/hash-.*\n/g)!.join(''),
  })
  for (const ingress of [{}, { enabled: false, byPlace: true }]) {
    t.equal(render({ ...LEAST, ingress })('Ingress'), undefined)
    t.equal(render({ ...LEAST, ingress })('Service', 'games-sockets'), undefined)
  }
  const plain = render({ ...LEAST, ingress: { enabled: true, tlsSecret: 'x' } })
  t.notOk('ingressClassName' in plain('Ingress').spec, "the cluster's default")
  t.equal(plain('Ingress', 'games-sockets'), undefined)
  t.throws(() => render({ ...LEAST, ingress: { enabled: true } }), {
    message: 'ingress.tlsSecret is needed',
  })
})

t.test('the selectors match the nodes, and not the migration', async t => {
  const of = render(EXAMPLE)
  const { metadata, spec } = of('Deployment').spec.template
  const selectors = [
    of('Deployment').spec.selector.matchLabels,
    of('PodDisruptionBudget').spec.selector.matchLabels,
    of('NetworkPolicy').spec.podSelector.matchLabels,
    of('Service').spec.selector,
    of('Service', 'games-internal').spec.selector,
    spec.topologySpreadConstraints[0].labelSelector.matchLabels,
  ]
  for (const selector of selectors) t.strictSame(selector, OF_NODES)
  t.match(metadata.labels, OF_NODES)
  const { labels } = of('Job', 'games-migrate').spec.template.metadata
  t.equal(labels['app.kubernetes.io/component'], 'migration')
})

t.test('the ports are open to the named peers only', async t => {
  const fromIngress = EXAMPLE.networkPolicy.publicFrom
  const fromMonitoring = EXAMPLE.networkPolicy.internalFrom
  const rulesOf = (values: object) => render(values)('NetworkPolicy').spec
  const ports = (...names: string[]) => names.map(port => ({ port, protocol: 'TCP' }))
  t.strictSame(rulesOf(EXAMPLE).policyTypes, ['Ingress'], 'wallets can be anywhere')
  t.strictSame(rulesOf(EXAMPLE).ingress, [
    { ports: ports('public'), from: fromIngress },
    { ports: ports('operators'), from: EXAMPLE.operatorPanel.from },
    { ports: ports('internal', 'probes'), from: fromMonitoring },
  ])
  t.strictSame(rulesOf(LEAST).ingress, [
    { ports: ports('public') },
    { ports: ports('internal', 'probes'), from: [{ podSelector: {} }] },
  ])
  const without = render({ ...LEAST, networkPolicy: { enabled: false } })
  t.equal(without('NetworkPolicy'), undefined)
})

t.test(
  'pods do not run as root, get no privileges, write nothing and have no token of the cluster',
  async t => {
    const of = render()
    const specs = ['Deployment', 'Job'].map(kind =>
      kind === 'Job' ? of(kind, 'games-migrate').spec.template.spec : of(kind).spec.template.spec,
    )
    for (const spec of specs) {
      t.equal(spec.automountServiceAccountToken, false)
      t.equal(spec.enableServiceLinks, false, 'REDIS_PORT and the like are not settings')
      t.strictSame(spec.securityContext, {
        runAsNonRoot: true,
        runAsUser: 65532,
        runAsGroup: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      t.notOk(spec.volumes)
      for (const { securityContext, resources } of spec.containers) {
        t.strictSame(securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        t.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory)
        t.notOk(resources.limits.cpu, 'a quota would stop threads in the middle of a round')
      }
    }
    t.match(readDeployed('docker/Dockerfile'), '\nUSER 65532:65532\n')
  },
)

t.test('new nodes start before old ones stop, one at a time, with enough time to end', async t => {
  const of = render()
  const { spec } = of('Deployment')
  t.equal(spec.replicas, 3)
  t.strictSame(spec.strategy, {
    type: 'RollingUpdate',
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
  })
  t.strictSame(of('PodDisruptionBudget').spec.maxUnavailable, 1)
  const [{ topologyKey, maxSkew, whenUnsatisfiable }] = spec.template.spec.topologySpreadConstraints
  t.strictSame([topologyKey, maxSkew], ['kubernetes.io/hostname', 1])
  t.equal(whenUnsatisfiable, 'ScheduleAnyway', 'a small cluster runs them too')
  for (const drainGraceSeconds of [10, 60]) {
    const pod = podOf({ ...LEAST, drainGraceSeconds })
    t.equal(configOf(pod.node).drainGraceMs, drainGraceSeconds * 1000)
    t.equal(pod.spec.terminationGracePeriodSeconds, drainGraceSeconds + 30)
  }
})

t.test('lanes leave a processor for the front end', async t => {
  const { node } = podOf()
  t.ok(configOf(node).lanes < Number(node.resources.requests.cpu))
})

t.test('with the autoscaler on, it alone sets the number of nodes', async t => {
  const of = render({ ...LEAST, autoscaling: { enabled: true } })
  t.notOk('replicas' in of('Deployment').spec)
  const { scaleTargetRef, minReplicas, maxReplicas, metrics, behavior } =
    of('HorizontalPodAutoscaler').spec
  t.strictSame(scaleTargetRef, { apiVersion: 'apps/v1', kind: 'Deployment', name: 'games' })
  t.strictSame([minReplicas, maxReplicas], [3, 12])
  t.strictSame(metrics, [
    {
      type: 'Pods',
      pods: {
        metric: { name: 'reelhouse_lane_use' },
        target: { type: 'AverageValue', averageValue: '700m' },
      },
    },
  ])
  t.strictSame(behavior.scaleDown, {
    stabilizationWindowSeconds: 600,
    policies: [{ type: 'Pods', value: 1, periodSeconds: 120 }],
  })
  t.equal(behavior.scaleUp.stabilizationWindowSeconds, 60)
  t.equal(render()('HorizontalPodAutoscaler'), undefined)
  const [rule] = parse(readDeployed('helm/prometheus-adapter.yaml')).rules.custom
  t.match(
    rule.metricsQuery,
    /^avg\(avg_over_time\(<<\.Series>>\{<<\.LabelMatchers>>\}\[2m\]\)\) by \(<<\.GroupBy>>\)$/,
  )
  t.strictSame(rule.resources.overrides, {
    namespace: { resource: 'namespace' },
    pod: { resource: 'pod' },
  })
})

t.test('the schema is migrated before nodes of a new version start, by its owner', async t => {
  const of = render({ ...LEAST, imagePullSecrets: [{ name: 'registry' }] })
  const { metadata, spec } = of('Job', 'games-migrate')
  t.equal(metadata.annotations['helm.sh/hook'], 'pre-install,pre-upgrade')
  t.equal(
    metadata.annotations['helm.sh/hook-delete-policy'],
    'before-hook-creation,hook-succeeded',
    'the next upgrade makes it again; a failed one stays for inspection',
  )
  t.equal(spec.backoffLimit, 3)
  const pod = spec.template.spec
  t.equal(pod.restartPolicy, 'Never')
  const [migrate] = pod.containers
  t.strictSame(migrate.args, ['migrate', '--grant-app', 'reelhouse_app'])
  t.equal(migrate.image, podOf().node.image)
  const ofOwner = (key: string) => ({ secretKeyRef: { name: 'reelhouse-owner', key } })
  const ifThere = (key: string) => ({
    valueFrom: { secretKeyRef: { ...ofOwner(key).secretKeyRef, optional: true } },
  })
  t.strictSame(named(migrate.env), {
    DATABASE_URL: { valueFrom: ofOwner('DATABASE_URL') },
    DATABASE_SHARDS: ifThere('DATABASE_SHARDS'),
    DATABASE_SERVERS: ifThere('DATABASE_SERVERS'),
  })
  t.notOk(migrate.envFrom, "it does not get the platform's key")
  t.strictSame(pod.imagePullSecrets, [{ name: 'registry' }])
  t.equal(render({ ...LEAST, migration: { enabled: false } })('Job', 'games-migrate'), undefined)
})

t.test('Prometheus scrapes every pod separately, under the name that the alerts use', async t => {
  const of = render(EXAMPLE)
  const { metadata, spec } = of('ServiceMonitor')
  const internal = of('Service', 'games-internal')
  t.match(metadata.labels, { release: 'monitoring' })
  t.equal(internal.metadata.labels[spec.jobLabel], 'reelhouse')
  t.match(internal.metadata.labels, spec.selector.matchLabels)
  t.not(
    of('Service').metadata.labels['app.kubernetes.io/component'],
    spec.selector.matchLabels['app.kubernetes.io/component'],
    'one of each',
  )
  const [endpoint, ...others] = spec.endpoints
  t.strictSame(others, [])
  t.strictSame(endpoint, {
    port: internal.spec.ports[1].name,
    path: '/metrics',
    interval: '15s',
    authorization: { credentials: { name: 'reelhouse', key: 'METRICS_TOKEN' } },
  })
  const open = render({ ...LEAST, serviceMonitor: { enabled: true } })('ServiceMonitor')
  t.notOk(open.spec.endpoints[0].authorization)
  t.equal(render()('ServiceMonitor'), undefined)
})

t.test('cluster-specific values reach the pods', async t => {
  const given = {
    podAnnotations: { note: 'x' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'games', operator: 'Exists' }],
    affinity: { nodeAffinity: { note: 'y' } },
    imagePullSecrets: [{ name: 'registry' }],
  }
  const { metadata, spec } = render({ ...LEAST, ...given })('Deployment').spec.template
  const { nodeSelector, tolerations, affinity, imagePullSecrets } = spec
  const podAnnotations = metadata.annotations
  t.strictSame({ podAnnotations, nodeSelector, tolerations, affinity, imagePullSecrets }, given)
  const image = { repository: 'r.example.com/reelhouse', tag: '9', pullPolicy: 'Always' }
  t.match(podOf({ ...LEAST, image }).node, {
    image: 'r.example.com/reelhouse:9',
    imagePullPolicy: 'Always',
  })
  const service = { type: 'LoadBalancer', port: 8443, annotations: { by: 'z' } }
  t.match(render({ ...LEAST, service })('Service'), {
    metadata: { annotations: { by: 'z' } },
    spec: { type: 'LoadBalancer', ports: [{ port: 8443 }] },
  })
})
