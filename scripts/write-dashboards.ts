// Writes deploy/grafana (npm run write:dashboards). A test compares each file with its description.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../src/environment.ts'
import { DASHBOARDS } from './dashboards.ts'
import { printDashboard } from './print-dashboard.ts'

const folder = path.join(PROJECT_ROOT, 'deploy', 'grafana')
mkdirSync(folder, { recursive: true })
for (const dashboard of DASHBOARDS) {
  writeFileSync(path.join(folder, `${dashboard.id}.json`), printDashboard(dashboard))
}
