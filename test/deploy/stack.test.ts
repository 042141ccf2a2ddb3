// The programs beside and around nodes outside of Kubernetes: the compose file, its proxy, its
// roles and its Prometheus; the systemd units; the image. Each does what docs/deploy.md and
// docs/hardening.md promise of it.

import t from 'tap'
import { parse } from 'yaml'
import { HTTP_BODY_MAX_BYTES } from '../../src/edge/operator.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { PLACE_SHARE } from '../../src/server/socket-balance.ts'
import { directives, readDeployed, readEnvFile, UNITS } from './deployed-files.ts'

const compose = parse(readDeployed('docker/compose.yaml'), { merge: true })
const { services } = compose
const nodes = [services['node-1'], services['node-2']]
const nodeEnv: Record<string, string> = services['node-1'].environment
const dockerfile = readDeployed('docker/Dockerfile')

function neededSettings(): string[] {
  const read = readConfig({})
  return read.ok ? [] : read.problems.map(problem => problem.split(' ')[0]!)
}

/** Lines of the proxy's configuration, by section. */
function readProxy(): Record<string, string[]> {
  const lines = readDeployed('docker/haproxy.cfg').split('\n')
  const sections: Record<string, string[]> = {}
  let current: string[] = []
  for (const line of lines.filter(each => /^\s*[^#\s]/.test(each))) {
    if (line.startsWith(' ')) current.push(line.trim())
    else {
      current = []
      sections[line.trim()] = current
    }
  }
  return sections
}

t.test('every required setting of a node is given to it', async t => {
  const exampleEnv = readEnvFile('systemd/reelhouse.env.example')
  for (const name of neededSettings()) {
    for (const node of nodes) t.ok(node.environment[name], `compose: ${name}`)
    t.ok(name in exampleEnv, `systemd: ${name}`)
  }
})

t.test('a node behind a proxy gets the settings for that', async t => {
  const subnet = compose.networks.default.ipam.config[0].subnet
  t.equal(nodeEnv.TRUSTED_PROXIES, subnet, 'otherwise all callers have one address')
  t.equal(nodeEnv.PROBES_HOST, '0.0.0.0', 'otherwise the proxy finds no node ready')
  t.equal(nodeEnv.INTERNAL_HOST, undefined, 'only the container reaches the panel')
  t.equal(nodeEnv.PUBLIC_URL_WITHOUT_TLS, 'on')
  t.match(nodeEnv.PUBLIC_URL, /\$\{PUBLIC_URL:-http:\/\/localhost:8080\}/)
  const exampleEnv = readEnvFile('systemd/reelhouse.env.example')
  t.match(exampleEnv, { TRUSTED_PROXIES: /\d/, ADMIN_URL: /^https:/, PUBLIC_URL: /^https:/ })
})

t.test('nodes of the compose file do not run as root, get no privileges and restart', async t => {
  for (const node of nodes) {
    t.match(node, {
      command: ['serve'],
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ulimits: { nofile: 65536 },
      restart: 'unless-stopped',
    })
    t.notOk(node.ports, 'players connect through the proxy')
  }
  t.match(services.migrate, { read_only: true, cap_drop: ['ALL'] })
  t.notOk(services.migrate.restart, 'it ends')
  for (const name of ['haproxy', 'postgres', 'redis', 'disk-exporter', 'prometheus', 'grafana']) {
    t.equal(services[name].restart, 'unless-stopped', name)
  }
})

t.test(
  'nodes wait for the schema and the stores, and run as the role without its rights',
  async t => {
    for (const node of nodes) {
      t.strictSame(node.depends_on, {
        migrate: { condition: 'service_completed_successfully' },
        redis: { condition: 'service_healthy' },
      })
    }
    t.strictSame(services.migrate.depends_on, { postgres: { condition: 'service_healthy' } })
    t.strictSame(services.migrate.command, ['migrate', '--grant-app', 'reelhouse_app'])
    const roleOf = (env: Record<string, string>) =>
      /^postgres:\/\/(\w+):/.exec(env.DATABASE_URL!)?.[1]
    t.equal(roleOf(nodeEnv), 'reelhouse_app')
    t.equal(roleOf(services.migrate.environment), 'reelhouse_owner')
    t.notOk('MASTER_KEY' in services.migrate.environment)
    const roles = readDeployed('docker/postgres-roles.sh')
    t.match(roles, /CREATE ROLE reelhouse_owner LOGIN PASSWORD :'owner_password';/)
    t.match(
      roles,
      /CREATE ROLE reelhouse_app LOGIN PASSWORD :'app_password' NOSUPERUSER NOCREATEDB NOCREATEROLE;/,
    )
    t.match(roles, /CREATE DATABASE reelhouse OWNER reelhouse_owner;/)
    t.match(roles, /^set -eu$/m)
    t.match(roles, 'ON_ERROR_STOP=1')
    t.match(roles, /--set owner_password="\$OWNER_PASSWORD" --set app_password="\$APP_PASSWORD"/)
  },
)

t.test(
  'the stores of the compose file answer before they are used, and keep their rows',
  async t => {
    const { postgres, redis } = services
    t.match(postgres.healthcheck.test, ['CMD', 'pg_isready', '--host', '127.0.0.1'])
    t.match(redis.healthcheck.test, ['CMD', 'redis-cli', 'ping'])
    t.ok(postgres.volumes.includes('postgres:/var/lib/postgresql'))
    t.strictSame(redis.command, [
      ...['redis-server', '--save', '', '--appendonly', 'no'],
      ...['--maxmemory', '512mb', '--maxmemory-policy', 'volatile-lru'],
    ])
    for (const name of ['postgres', 'prometheus', 'grafana']) t.ok(name in compose.volumes, name)
  },
)

t.test('every secret of the compose file has to be filled in, and each has its line', async t => {
  const text = readDeployed('docker/compose.yaml')
  const asked = [...text.matchAll(/\$\{(\w+)(:[?-])?/g)]
  const exampleEnv = readEnvFile('docker/example.env')
  t.strictSame([...new Set(asked.map(([, name]) => name!))].sort(), Object.keys(exampleEnv).sort())
  for (const [, name, otherwise] of asked) {
    if (name !== 'PUBLIC_URL') t.equal(otherwise, ':?', `${name} is never empty`)
  }
  for (const [name, value] of Object.entries(exampleEnv)) {
    t.equal(value === '', name !== 'PUBLIC_URL', name)
  }
  t.match(services.postgres.environment, { POSTGRES_PASSWORD: /./, OWNER_PASSWORD: /./ })
  t.match(services.postgres.environment.APP_PASSWORD, '${APP_PASSWORD')
  t.match(services.grafana.environment.GF_SECURITY_ADMIN_PASSWORD, '${GRAFANA_PASSWORD')
})

t.test(
  'the proxy reads a request completely, sets its caller and refuses invalid ones',
  async t => {
    const { 'frontend public': front, defaults } = readProxy()
    const refuseBytes = /^http-request return status 400 .+"(INVALID_\w+)"\}' if \{ .+ \}$/
    // The refusals of these two are tested with HAProxy in proxy.test.ts.
    t.strictSame(
      front!.flatMap(line => refuseBytes.exec(line)?.[1] ?? []),
      ['INVALID_IDEMPOTENCY_KEY', 'INVALID_REQUEST'],
    )
    const others = front!.filter(line => !refuseBytes.test(line))
    t.strictSame(others, [
      'bind :8080',
      'option http-buffer-request',
      'option forwardfor',
      `http-request deny deny_status 413 if { req.body_size gt ${HTTP_BODY_MAX_BYTES} }`,
      'http-request set-header X-Request-Id %[uuid()]',
      'http-request del-header Upgrade unless { path /play/socket }',
      'use_backend sockets if { path /play/socket } { url_param(place) -m reg ^[0-9]{1,4}$ }',
      'default_backend nodes',
    ])
    t.ok(defaults!.includes('mode http'))
    for (const bound of ['connect 2s', 'client 30s', 'server 30s', 'http-request 10s']) {
      t.ok(defaults!.includes(`timeout ${bound}`), bound)
    }
    t.ok(defaults!.includes('timeout http-keep-alive 30s'))
    t.ok(defaults!.includes('timeout tunnel 90s'), 'longer than a play socket is silent')
    t.strictSame(services.haproxy.ports, ['127.0.0.1:8080:8080'])
  },
)

t.test('the proxy routes to ready nodes, and sends nothing twice', async t => {
  const proxy = readProxy()
  const { 'backend nodes': back, 'backend sockets': sockets, global: all } = proxy
  const { 'resolvers names': resolvers } = proxy
  t.strictSame(back, [
    'balance leastconn',
    'timeout check 3s',
    'option httpchk',
    'http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host reelhouse',
    'http-check expect status 200',
    'default-server check port 9190 inter 1s fastinter 500ms fall 3 rise 1 resolvers names ' +
      'init-addr last,libc,none',
    'option redispatch 1',
    'retry-on conn-failure empty-response',
    'http-request disable-l7-retry unless METH_GET',
    'server node-1 node-1:8080',
    'server node-2 node-2:8080',
  ])
  const ofNodes = back!.flatMap(line => /^server (\S+) \S+$/.exec(line)?.[1] ?? [])
  t.strictSame(sockets, [
    'balance url_param place',
    'hash-type consistent wt6',
    `hash-balance-factor ${Math.round(100 * PLACE_SHARE)}`,
    'default-server resolvers names init-addr last,libc,none',
    'option redispatch 1',
    'retry-on conn-failure empty-response',
    ...ofNodes.map(name => `server ${name} ${name}:8080 track nodes/${name}`),
  ])
  t.strictSame(resolvers, ['parse-resolv-conf', 'hold valid 5s'])
  const maxconn = Number(/maxconn (\d+)/.exec(all!.join())![1])
  t.ok(services.haproxy.ulimits.nofile > 2 * maxconn, 'two files a connection')
  t.strictSame(services.haproxy.depends_on, ['node-1', 'node-2'])
})

t.test('Grafana and Prometheus find each other, the rules and the dashboards', async t => {
  const mounted = (name: string) =>
    Object.fromEntries(
      (services[name].volumes as string[]).map(volume => {
        const [from, to, mode] = volume.split(':')
        return [to!, mode === undefined ? from! : `${from}:${mode}`]
      }),
    )
  t.match(mounted('prometheus'), {
    '/etc/prometheus/prometheus.yml': './prometheus.yml:ro',
    '/etc/prometheus/alerts.yml': '../prometheus/alerts.yml:ro',
    '/prometheus': 'prometheus',
  })
  const provisioning = '/etc/grafana/provisioning'
  t.match(mounted('grafana'), {
    [`${provisioning}/datasources/reelhouse.yaml`]: './grafana/datasource.yaml:ro',
    [`${provisioning}/dashboards/reelhouse.yaml`]: './grafana/dashboards.yaml:ro',
    '/var/lib/grafana': 'grafana',
  })
  const [provider] = parse(readDeployed('docker/grafana/dashboards.yaml')).providers
  t.equal(mounted('grafana')[provider.options.path], '../grafana:ro')
  t.equal(provider.type, 'file')
  const [source] = parse(readDeployed('docker/grafana/datasource.yaml')).datasources
  t.match(source, {
    uid: 'prometheus',
    type: 'prometheus',
    access: 'proxy',
    url: 'http://prometheus:9090',
    isDefault: true,
  })
  // The compose file has no exporter of Redis.
  const isInBoth = (name: string) => name !== 'redis'
  for (const file of ['docker/prometheus.yml', 'prometheus/prometheus.yml']) {
    const { global: times, rule_files: rules, scrape_configs: jobs } = parse(readDeployed(file))
    t.strictSame(times, { scrape_interval: '15s', evaluation_interval: '15s' })
    t.strictSame(rules, ['alerts.yml'])
    t.strictSame(jobs.map(({ job_name }: { job_name: string }) => job_name).filter(isInBoth), [
      'reelhouse',
      'haproxy',
      'stores',
    ])
    t.match(readDeployed('prometheus/alerts.yml'), `up{job="${jobs[0].job_name}"}`)
    t.match(readDeployed('prometheus/alerts.yml'), `avail_bytes{job="${jobs.at(-1).job_name}"`)
  }
})

t.test('systemd starts nodes with their settings, gives them files, and restarts them', async t => {
  const [one, several, migrate] = UNITS as [string, string, string]
  const NODE = '/usr/bin/node /opt/reelhouse/reelhouse.mjs'
  for (const unit of [one, several]) {
    t.strictSame(directives(unit, 'ExecStart'), [`${NODE} serve`])
    t.strictSame(directives(unit, 'Type'), ['exec'])
    t.strictSame(directives(unit, 'Restart'), ['on-failure'])
    t.strictSame(directives(unit, 'RestartSec'), ['2'])
    t.strictSame(directives(unit, 'KillMode'), ['mixed'], 'the node ends its own threads')
    t.strictSame(directives(unit, 'WantedBy'), ['multi-user.target'])
    t.strictSame(directives(unit, 'After'), ['network-online.target reelhouse-migrate.service'])
  }
  t.strictSame(directives(migrate, 'ExecStart'), [`${NODE} migrate --grant-app reelhouse_app`])
  t.strictSame(directives(migrate, 'Type'), ['oneshot'], 'nodes start when it has ended')
  t.strictSame(directives(migrate, 'TimeoutStartSec'), ['infinity'])
  t.strictSame(directives(migrate, 'After'), ['network-online.target'])
  const settings = '/etc/reelhouse/reelhouse.env'
  t.strictSame(directives(one, 'EnvironmentFile'), [settings])
  t.strictSame(directives(several, 'EnvironmentFile'), [settings, '-/etc/reelhouse/%i.env'])
  t.strictSame(directives(migrate, 'EnvironmentFile'), ['/etc/reelhouse/migrate.env'])
  t.strictSame(directives(several, 'Environment'), [
    'PORT=808%i INTERNAL_PORT=909%i PROBES_PORT=919%i OPERATOR_PANEL_PORT=929%i',
  ])
  for (const unit of UNITS) {
    t.strictSame(directives(unit, 'Wants'), ['network-online.target'])
    t.strictSame(directives(unit, 'WorkingDirectory'), ['/opt/reelhouse'])
    t.strictSame(directives(unit, 'UMask'), ['0077'])
  }
})

const SWITCHED_ON = [
  'DynamicUser',
  'NoNewPrivileges',
  'ProtectHome',
  'ProtectClock',
  'ProtectControlGroups',
  'ProtectHostname',
  'ProtectKernelLogs',
  'ProtectKernelModules',
  'ProtectKernelTunables',
  'PrivateDevices',
  'PrivateTmp',
  'PrivateUsers',
  'RemoveIPC',
  'LockPersonality',
  'RestrictNamespaces',
  'RestrictRealtime',
  'RestrictSUIDSGID',
]

t.test('a unit writes nothing outside its folders, and gets no privileges', async t => {
  const sandbox = {
    User: ['reelhouse'],
    ProtectSystem: ['strict'],
    ProtectProc: ['invisible'],
    RestrictAddressFamilies: ['AF_INET AF_INET6 AF_UNIX AF_NETLINK'],
    CapabilityBoundingSet: [''],
    AmbientCapabilities: [''],
    SystemCallArchitectures: ['native'],
    SystemCallFilter: ['@system-service', '~@privileged @resources'],
    SystemCallErrorNumber: ['EPERM'],
  }
  for (const unit of UNITS) {
    for (const name of SWITCHED_ON) t.strictSame(directives(unit, name), ['yes'], name)
    for (const [name, values] of Object.entries(sandbox)) {
      t.strictSame(directives(unit, name), values, name)
    }
    t.strictSame(directives(unit, 'ReadWritePaths'), [])
  }
})

t.test('the image runs a node as a user who owns none of its files', async t => {
  const lines = dockerfile.split('\n')
  const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
  for (const line of [
    'USER 65532:65532',
    'WORKDIR /opt/reelhouse',
    'STOPSIGNAL SIGTERM',
    'ENTRYPOINT ["node", "/opt/reelhouse/reelhouse.mjs"]',
    'CMD ["serve"]',
    '  CMD ["node", "/opt/reelhouse/healthcheck.mjs"]',
    'COPY --from=build /build/dist/package /opt/reelhouse',
    'COPY --from=build /usr/local/bin/node /usr/local/bin/node',
    'RUN ["ln", "-s", "/opt/reelhouse/reelhouse.mjs", "/usr/local/bin/reelhouse"]',
  ]) {
    t.ok(last.includes(line), line)
  }
  t.notMatch(last.join('\n'), /npm|apt-get|--chown/, 'no development files, and it owns no file')
  t.match(dockerfile, 'RUN npm ci --omit=dev --no-audit', "the lockfile's packages, by hash")
  t.match(dockerfile, /HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3/)
  t.match(dockerfile, /ARG NODE=24\nARG DEBIAN=trixie/, 'a front end that fits the base')
})
