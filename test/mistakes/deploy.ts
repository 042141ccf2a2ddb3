// Mistakes on purpose in the deployment: the chart, the compose file and its proxy, the units, the
// alerts. One edit each, as in list.ts.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of compose files and charts

import type { Mistake } from './mistake.ts'

const CHART = 'deploy/helm/reelhouse/templates'
const DEPLOYMENT = `${CHART}/deployment.yaml`
const COMPOSE = 'deploy/docker/compose.yaml'
const PROXY = 'deploy/docker/haproxy.cfg'
const UNIT = 'deploy/systemd/reelhouse.service'
const UNIT_OF_SEVERAL = 'deploy/systemd/reelhouse@.service'
const ALERTS = 'deploy/prometheus/alerts.yml'
const CHART_TESTS = ['test/deploy/chart.test.ts']
const STACK_TESTS = ['test/deploy/stack.test.ts']
const MONITORING_TESTS = ['test/deploy/monitoring.test.ts']

const IN_KUBERNETES: readonly Mistake[] = [
  {
    name: 'the chart omits how long a node serves on',
    file: DEPLOYMENT,
    right:
      '            - { name: DRAIN_GRACE_S, value: {{ .Values.drainGraceSeconds | quote }} }\n',
    wrong: '',
    tests: CHART_TESTS,
  },
  {
    name: 'further settings of the chart reach no node',
    file: DEPLOYMENT,
    right: '            - { name: {{ $name }}, value: {{ $value | quote }} }\n',
    wrong: '',
    tests: CHART_TESTS,
  },
  {
    name: 'a store that is down restarts every node',
    file: DEPLOYMENT,
    right: 'httpGet: { path: /livez, port: probes }\n            periodSeconds: 10',
    wrong: 'httpGet: { path: /readyz, port: probes }\n            periodSeconds: 10',
    tests: CHART_TESTS,
  },
  {
    name: 'a pod is ready as soon as its event loop runs',
    file: DEPLOYMENT,
    right: 'path: /readyz',
    wrong: 'path: /livez',
    tests: CHART_TESTS,
  },
  {
    name: 'an upgrade removes a node before the new one is there',
    file: DEPLOYMENT,
    right: 'rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }',
    wrong: 'rollingUpdate: { maxSurge: 0, maxUnavailable: 1 }',
    tests: CHART_TESTS,
  },
  {
    name: 'Kubernetes adds settings named after its services',
    file: DEPLOYMENT,
    right: '      enableServiceLinks: false\n',
    wrong: '',
    tests: CHART_TESTS,
  },
  {
    name: 'the autoscaler and the chart both decide how many nodes there are',
    file: DEPLOYMENT,
    right:
      '  {{- if not .Values.autoscaling.enabled }}\n  replicas: {{ .Values.replicas }}\n  {{- end }}\n',
    wrong: '  replicas: {{ .Values.replicas }}\n',
    tests: CHART_TESTS,
  },
  {
    name: 'players are routed to nodes that are not ready',
    file: `${CHART}/services.yaml`,
    right: 'spec:\n  type: {{ .Values.service.type }}\n',
    wrong: 'spec:\n  type: {{ .Values.service.type }}\n  publishNotReadyAddresses: true\n',
    tests: CHART_TESTS,
  },
  {
    name: 'a node that is about to end is no longer scraped',
    file: `${CHART}/services.yaml`,
    right: '  publishNotReadyAddresses: true\n',
    wrong: '',
    tests: CHART_TESTS,
  },
  {
    name: 'every pod of the cluster can reach metrics and the panel',
    file: `${CHART}/network-policy.yaml`,
    right: '        - podSelector: {}\n',
    wrong: '        - namespaceSelector: {}\n',
    tests: CHART_TESTS,
  },
  {
    name: 'the schema is migrated after the nodes that need it',
    file: `${CHART}/migration.yaml`,
    right: 'helm.sh/hook: pre-install,pre-upgrade',
    wrong: 'helm.sh/hook: post-install,post-upgrade',
    tests: CHART_TESTS,
  },
  {
    name: 'migrations have one database of several',
    file: `${CHART}/migration.yaml`,
    right: '                  key: DATABASE_SHARDS\n',
    wrong: '                  key: DATABASE_URL\n',
    tests: CHART_TESTS,
  },
  {
    name: 'a pod may write its image',
    file: `${CHART}/_names.tpl`,
    right: 'readOnlyRootFilesystem: true\n',
    wrong: '',
    tests: CHART_TESTS,
  },
  {
    name: 'the operator’s scraper sends no token',
    file: `${CHART}/service-monitor.yaml`,
    right: 'key: METRICS_TOKEN',
    wrong: 'key: MASTER_KEY',
    tests: CHART_TESTS,
  },
]

const ON_MACHINES: readonly Mistake[] = [
  {
    name: 'a node of the compose file trusts no proxy for the caller',
    file: COMPOSE,
    right: '    TRUSTED_PROXIES: 172.30.0.0/24\n',
    wrong: '',
    tests: STACK_TESTS,
  },
  {
    name: 'nodes of the compose file run as the owner of the tables',
    file: COMPOSE,
    right: 'postgres://reelhouse_app:${APP_PASSWORD:?}@',
    wrong: 'postgres://reelhouse_owner:${OWNER_PASSWORD:?}@',
    tests: STACK_TESTS,
  },
  {
    name: 'nodes of the compose file start beside the migration',
    file: COMPOSE,
    right: 'migrate: { condition: service_completed_successfully }',
    wrong: 'migrate: { condition: service_started }',
    tests: STACK_TESTS,
  },
  {
    name: 'the ledger of the compose file is lost with its container',
    file: COMPOSE,
    right: '      - "postgres:/var/lib/postgresql"\n',
    wrong: '',
    tests: STACK_TESTS,
  },
  {
    name: 'the role of the nodes may create other roles',
    file: 'deploy/docker/postgres-roles.sh',
    right: ' NOSUPERUSER NOCREATEDB NOCREATEROLE;',
    wrong: ' NOSUPERUSER NOCREATEDB CREATEROLE;',
    tests: STACK_TESTS,
  },
  {
    name: 'the proxy sets no caller',
    file: PROXY,
    right: '  option forwardfor\n',
    wrong: '',
    tests: STACK_TESTS,
  },
  {
    name: 'the proxy sends a request again that a node may have executed',
    file: PROXY,
    right: 'retry-on conn-failure',
    wrong: 'retry-on conn-failure response-timeout',
    tests: STACK_TESTS,
  },
  {
    name: 'the proxy closes play sockets that are silent for a while',
    file: PROXY,
    right: 'timeout tunnel 90s',
    wrong: 'timeout tunnel 20s',
    tests: STACK_TESTS,
  },
  {
    name: 'systemd does not restart a node that crashed',
    file: UNIT,
    right: 'Restart=on-failure\n',
    wrong: '',
    tests: STACK_TESTS,
  },
  {
    name: 'systemd ends the threads of a node directly',
    file: UNIT_OF_SEVERAL,
    right: 'KillMode=mixed',
    wrong: 'KillMode=control-group',
    tests: STACK_TESTS,
  },
  {
    name: 'several nodes of a machine share the internal port',
    file: UNIT_OF_SEVERAL,
    right: ' INTERNAL_PORT=909%i',
    wrong: '',
    tests: STACK_TESTS,
  },
  {
    name: 'a container is run as root',
    file: 'deploy/docker/Dockerfile',
    right: 'USER 65532:65532\n',
    wrong: '',
    tests: STACK_TESTS,
  },
]

const WATCHED: readonly Mistake[] = [
  {
    name: 'a win that is owed for an hour alerts no one',
    file: ALERTS,
    right: 'in_progress|credit_pending|refund_owed',
    wrong: 'in_progress|refund_owed',
    tests: MONITORING_TESTS,
  },
  {
    name: 'a database that is down alerts no one at night',
    file: ALERTS,
    right:
      'expr: "min by (database) (reelhouse_database_up) == 0"\n        for: 1m\n        labels:\n          severity: critical',
    wrong:
      'expr: "min by (database) (reelhouse_database_up) == 0"\n        for: 1m\n        labels:\n          severity: warning',
    tests: MONITORING_TESTS,
  },
  {
    name: 'an alert of wallets counts refused bets as failures',
    file: ALERTS,
    right: 'outcome!~"accepted|refused"',
    wrong: 'outcome!~"accepted"',
    tests: MONITORING_TESTS,
  },
  {
    name: 'a lane may be full before an alert',
    file: ALERTS,
    right: 'reelhouse_lane_queue_depth > 3000',
    wrong: 'reelhouse_lane_queue_depth > 5000',
    tests: MONITORING_TESTS,
  },
]

export const DEPLOYED: readonly Mistake[] = [...IN_KUBERNETES, ...ON_MACHINES, ...WATCHED]
