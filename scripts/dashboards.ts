// The Grafana dashboards, each as a list of panels: title, unit, and expressions with their
// legends. Written to deploy/grafana/*.json by `npm run write:dashboards`; must not use a metric
// that is missing from docs/metrics.md.

import type { Dashboard, Panel } from './print-dashboard.ts'

/** For the nodes that are selected above the panels. */
const OF_NODES = 'instance=~"$instance"'
const WINDOW = '$__rate_interval'

const rate = (metric: string, by: string, where = OF_NODES) =>
  `sum by (${by}) (rate(${metric}{${where}}[${WINDOW}]))`

const quantile = (share: number, metric: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${metric}_bucket{${OF_NODES}}[${WINDOW}])))`

/** The 50th, 95th and 99th percentiles. */
function latency(title: string, metric: string): Panel {
  const lines = [0.5, 0.95, 0.99].map(share => [quantile(share, metric), `${share * 100} %`])
  return { title, unit: 's', lines: Object.fromEntries(lines) }
}

const latencyBy = (title: string, metric: string, by: string): Panel => ({
  title,
  unit: 's',
  lines: { [quantile(0.95, metric, by)]: `{{${by}}}` },
})

const ratesBy = (title: string, metric: string, by: string, where?: string): Panel => ({
  title,
  unit: 'ops',
  lines: { [rate(metric, by, where)]: legendOf(by) },
})

const legendOf = (by: string) =>
  by
    .split(', ')
    .map(label => `{{${label}}}`)
    .join(' ')

const SERVICE: Dashboard = {
  id: 'service',
  title: 'Reelhouse: service',
  panels: [
    ratesBy('Rounds that ended, by state', 'reelhouse_rounds_total', 'state'),
    latency('Spin to outcome', 'reelhouse_outcome_seconds'),
    latency('Opened to settled', 'reelhouse_settle_seconds'),
    ratesBy('Play messages', 'reelhouse_play_messages_total', 'type'),
    latencyBy('Play messages, 95 %', 'reelhouse_play_message_seconds', 'type'),
    ratesBy(
      'Refused play messages',
      'reelhouse_play_answers_total',
      'code',
      `${OF_NODES},code!="ok"`,
    ),
    ratesBy('Operator API', 'reelhouse_http_requests_total', 'path, method'),
    latencyBy('Operator API, 95 %', 'reelhouse_http_request_seconds', 'method'),
    ratesBy(
      'Operator API refusals',
      'reelhouse_http_requests_total',
      'status, code',
      `${OF_NODES},status!="200"`,
    ),
    {
      title: 'Unfinished rounds of the platform',
      unit: 'short',
      lines: { 'max by (state) (reelhouse_unfinished_rounds)': '{{state}}' },
    },
    {
      title: 'Oldest unfinished round',
      unit: 's',
      lines: { 'max by (state) (reelhouse_unfinished_round_oldest_seconds)': '{{state}}' },
    },
    ratesBy('Rounds set aside', 'reelhouse_rounds_set_aside_total', 'cause'),
    {
      title: 'Ready nodes',
      unit: 'short',
      lines: { 'sum(reelhouse_ready)': 'ready', 'count(reelhouse_ready)': 'all' },
    },
    {
      title: 'Sockets and connections',
      unit: 'short',
      lines: {
        [`sum by (instance) (reelhouse_play_sockets{${OF_NODES}})`]: 'sockets {{instance}}',
        [`sum by (instance) (reelhouse_connections{${OF_NODES}})`]: 'connections {{instance}}',
      },
    },
    {
      title: 'Refused at the door',
      unit: 'ops',
      lines: {
        [rate('reelhouse_connections_refused_total', 'cause')]: 'connection {{cause}}',
        [rate('reelhouse_requests_refused_total', 'cause')]: 'request {{cause}}',
        [rate('reelhouse_failed_keys_total', 'told')]: 'key {{told}}',
        [rate('reelhouse_rate_limit_uncounted_total', 'class')]: 'uncounted {{class}}',
      },
    },
  ],
}

const WALLET = 'reelhouse_wallet_call_seconds'

const WALLETS: Dashboard = {
  id: 'wallets',
  title: 'Reelhouse: wallets',
  panels: [
    ratesBy('Calls by project', `${WALLET}_count`, 'project'),
    latencyBy('Latency by project, 95 %', WALLET, 'project'),
    {
      title: 'Share of calls without a known outcome',
      unit: 'percentunit',
      lines: {
        [`${rate(`${WALLET}_count`, 'project', `${OF_NODES},outcome!~"accepted|refused"`)} / ${rate(`${WALLET}_count`, 'project')}`]:
          '{{project}}',
      },
    },
    ratesBy('Calls by method', `${WALLET}_count`, 'method'),
    latencyBy('Latency by method, 95 %', WALLET, 'method'),
    ratesBy('Calls by outcome', `${WALLET}_count`, 'outcome'),
    ratesBy('Repeats scheduled', 'reelhouse_wallet_retries_total', 'state'),
  ],
}

const STORES: Dashboard = {
  id: 'stores',
  title: 'Reelhouse: stores',
  panels: [
    latency('Group commits', 'reelhouse_ledger_batch_seconds'),
    ratesBy('Group commits a second', 'reelhouse_ledger_batch_seconds_count', 'kind'),
    ratesBy('Rows a second', 'reelhouse_ledger_batch_rows_sum', 'kind'),
    {
      title: 'Rows a commit',
      unit: 'short',
      lines: {
        [`${rate('reelhouse_ledger_batch_rows_sum', 'kind')} / ${rate('reelhouse_ledger_batch_rows_count', 'kind')}`]:
          '{{kind}}',
      },
    },
    {
      title: 'Rows waiting',
      unit: 'short',
      lines: {
        [`sum by (instance, thread) (reelhouse_ledger_queue_rows{${OF_NODES}})`]:
          '{{instance}} {{thread}}',
      },
    },
    ratesBy('Redis calls', 'reelhouse_redis_call_seconds_count', 'call'),
    latencyBy('Redis calls, 95 %', 'reelhouse_redis_call_seconds', 'call'),
    ratesBy('Redis calls that failed', 'reelhouse_redis_failures_total', 'call'),
    ratesBy('Faults', 'reelhouse_faults_total', 'part'),
    ratesBy('Rows deleted', 'reelhouse_rows_deleted_total', 'what'),
  ],
}

const LANES: Dashboard = {
  id: 'lanes',
  title: 'Reelhouse: lanes',
  panels: [
    {
      title: 'Lanes without a thread',
      unit: 'short',
      lines: { [`sum by (instance) (1 - reelhouse_lane_up{${OF_NODES}})`]: '{{instance}}' },
    },
    ratesBy('Threads lost', 'reelhouse_lane_threads_lost_total', 'instance, reason'),
    {
      title: 'Tasks waiting or running',
      unit: 'short',
      lines: { [`reelhouse_lane_queue_depth{${OF_NODES}}`]: '{{instance}} {{lane}}' },
    },
    {
      title: 'Event loop in use',
      unit: 'percentunit',
      lines: {
        [rate('reelhouse_event_loop_busy_seconds_total', 'instance, thread')]:
          '{{instance}} {{thread}}',
      },
    },
    {
      title: 'Event loop late, 99 %',
      unit: 's',
      lines: {
        [`reelhouse_event_loop_delay_seconds{${OF_NODES},percentile="99"}`]:
          '{{instance}} {{thread}}',
      },
    },
    {
      title: 'Time in the garbage collector',
      unit: 'percentunit',
      lines: { [rate('reelhouse_gc_seconds_sum', 'instance, thread')]: '{{instance}} {{thread}}' },
    },
    {
      title: 'Heap',
      unit: 'bytes',
      lines: { [`reelhouse_heap_bytes{${OF_NODES}}`]: '{{instance}} {{thread}}' },
    },
    {
      title: 'Players in memory',
      unit: 'short',
      lines: { [`reelhouse_actors{${OF_NODES}}`]: '{{instance}} {{thread}}' },
    },
    {
      title: 'Mailboxes',
      unit: 'short',
      lines: {
        [`reelhouse_mailbox_commands{${OF_NODES}}`]: 'all {{instance}} {{thread}}',
        [`reelhouse_mailbox_deepest{${OF_NODES}}`]: 'fullest {{instance}} {{thread}}',
      },
    },
    {
      title: 'Processor and memory of the process',
      unit: 'short',
      lines: {
        [`rate(process_cpu_seconds_total{${OF_NODES}}[${WINDOW}])`]: 'cores {{instance}}',
        [`process_resident_memory_bytes{${OF_NODES}} / 1e9`]: 'GB {{instance}}',
      },
    },
  ],
}

const BETS = 'reelhouse_game'
const dayOf = (what: string) => `sum by (game, mode) (increase(${BETS}_${what}_bets_total[1d]))`

const GAMES: Dashboard = {
  id: 'games',
  title: 'Reelhouse: games',
  panels: [
    ratesBy('Rounds', 'reelhouse_rounds_total', 'game'),
    {
      title: 'Return of a day',
      unit: 'percentunit',
      lines: {
        [`${dayOf('win')} / ${dayOf('stake')}`]: '{{game}} {{mode}}',
        [`${dayOf('theoretical_win')} / ${dayOf('stake')}`]: 'theory {{game}} {{mode}}',
      },
    },
    {
      title: 'Deviations from the theory, of a day',
      unit: 'short',
      lines: {
        [`(${dayOf('win')} - ${dayOf('theoretical_win')}) / sqrt(${dayOf('win_variance')})`]:
          '{{game}} {{mode}}',
      },
    },
    {
      title: 'Base bets of a day',
      unit: 'sishort',
      lines: { [dayOf('stake')]: '{{game}} {{mode}}' },
    },
    latencyBy('Spin to outcome, 95 %', 'reelhouse_outcome_seconds', 'game'),
    ratesBy(
      'Rounds not settled',
      'reelhouse_rounds_total',
      'game, state',
      `${OF_NODES},state!="settled"`,
    ),
  ],
}

export const DASHBOARDS: readonly Dashboard[] = [SERVICE, WALLETS, STORES, LANES, GAMES]
