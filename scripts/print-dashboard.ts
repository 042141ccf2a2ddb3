// Prints a dashboard in Grafana's import format: dashboards.ts has the content of a panel, this
// file its look.

/** Grafana's names of units. */
type Unit = 's' | 'ops' | 'short' | 'percentunit' | 'bytes' | 'sishort'

export interface Panel {
  title: string
  unit: Unit
  /** Legends by expression. */
  lines: Readonly<Record<string, string>>
}

export interface Dashboard {
  id: string
  title: string
  panels: readonly Panel[]
}

const [COLUMNS, WIDTH, HEIGHT] = [3, 8, 8]
const DATASOURCE = { type: 'prometheus', uid: '$datasource' }

/** In Grafana's import format. */
export function printDashboard({ id, title, panels }: Dashboard): string {
  const json = {
    uid: `reelhouse-${id}`,
    title,
    tags: ['reelhouse'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: { list: VARIABLES },
    panels: panels.map(printPanel),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

const VARIABLES = [
  { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
  {
    ...{ name: 'instance', type: 'query', label: 'Node', datasource: DATASOURCE },
    query: 'label_values(reelhouse_ready, instance)',
    ...{ refresh: 2, multi: true, includeAll: true, allValue: '.*' },
    current: { text: 'All', value: '$__all' },
  },
]

function printPanel({ title, unit, lines }: Panel, place: number) {
  const [x, y] = [(place % COLUMNS) * WIDTH, Math.floor(place / COLUMNS) * HEIGHT]
  return {
    id: place + 1,
    title,
    type: 'timeseries',
    datasource: DATASOURCE,
    gridPos: { x, y, w: WIDTH, h: HEIGHT },
    fieldConfig: {
      defaults: { unit, custom: { fillOpacity: 5, showPoints: 'never' } },
      overrides: [],
    },
    options: { tooltip: { mode: 'multi' }, legend: { displayMode: 'list', placement: 'bottom' } },
    targets: Object.entries(lines).map(([expr, legendFormat], i) => ({
      ...{ refId: String.fromCharCode(65 + i), datasource: DATASOURCE },
      ...{ expr, legendFormat },
    })),
  }
}
