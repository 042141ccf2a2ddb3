// The chart's objects are those that Kubernetes accepts, by its published schemas. Needs
// kubeconform, which reads the schemas from the network; without either it is skipped with the
// reason.

import { execFileSync } from 'node:child_process'
import t from 'tap'
import { parse, stringify } from 'yaml'
import { findProgram } from '../../src/embedded/install-with-apt.ts'
import { CHART, readDeployed } from './deployed-files.ts'
import { renderChart } from './rendered-chart.ts'

const kubeconform = findProgram(['kubeconform'])
const skip = kubeconform === null ? 'kubeconform is not installed' : false

t.test('Kubernetes accepts every object of the chart', { skip }, async t => {
  const example = parse(readDeployed(`${CHART}/ci/example-values.yaml`))
  const everything = { ...example, autoscaling: { enabled: true } }
  const input = renderChart(everything)
    .map(object => stringify(object))
    .join('---\n')
  const said = validate(input)
  if (/could not download schema|dial tcp|no such host/.test(said)) {
    t.comment(`skipped: the schemas of Kubernetes are out of reach: ${said.split('\n')[0]}`)
    return
  }
  t.match(said, /Invalid: 0, Errors: 0/)
})

/** Objects of others, like ServiceMonitor, have no published schema. */
function validate(input: string): string {
  const args = ['-strict', '-summary', '-ignore-missing-schemas', '-']
  try {
    return execFileSync(kubeconform!, args, { input, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return stdout + stderr
  }
}
