// Played by npm run prove: the types of Kubernetes take seconds of a core.
//
// The chart's objects have the fields that Kubernetes knows, all that it requires, and values of
// the right kind, by the published types of its API. Asks no cluster and no network.

import path from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { parse } from 'yaml'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { CHART, readDeployed } from './deployed-files.ts'
import { renderChart } from './rendered-chart.ts'

interface KubernetesObject {
  apiVersion: string
  kind: string
  // biome-ignore lint/suspicious/noExplicitAny: every kind has other fields
  spec: any
}

const EXAMPLE = parse(readDeployed(`${CHART}/ci/example-values.yaml`))
const EVERYTHING = { ...EXAMPLE, autoscaling: { enabled: true } }
/** Of another project than Kubernetes: chart.test.ts checks its fields. */
const WITHOUT_TYPES = 'monitoring.coreos.com/v1'

const rendered = () =>
  (renderChart(EVERYTHING) as KubernetesObject[]).filter(
    ({ apiVersion }) => apiVersion !== WITHOUT_TYPES,
  )

function changed(kind: string, apply: (spec: KubernetesObject['spec']) => void): KubernetesObject {
  const object = rendered().find(each => each.kind === kind)!
  apply(object.spec)
  return object
}

const containerOf = (spec: KubernetesObject['spec']) => spec.template.spec.containers[0]

const objects = rendered()
const mistaken = [
  changed('Deployment', spec => {
    containerOf(spec).livenessprobe = {}
  }),
  changed('Deployment', spec => {
    delete containerOf(spec).name
  }),
  changed('Service', spec => {
    spec.ports[0].port = '80'
  }),
  { ...objects[0]!, apiVersion: 'apps/v1beta1', kind: 'Deployment' },
]
const found = findMistakes([...objects, ...mistaken])

t.test('Kubernetes knows every object of the chart', async t => {
  const kinds = [...new Set(objects.map(({ kind }) => kind))].sort()
  t.strictSame(kinds, [
    'Deployment',
    'HorizontalPodAutoscaler',
    'Ingress',
    'Job',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
  ])
  for (const [i, { kind }] of objects.entries()) t.strictSame(found[i], [], kind)
})

t.test('a field that is unknown, missing or of another kind, and a version, are found', async t => {
  const messages = found.slice(objects.length).map(each => each.join())
  t.match(messages[0], /livenessprobe.* does not exist/)
  t.match(messages[1], /'name' is missing/)
  t.match(messages[2], /'string' is not assignable to type 'number'/)
  t.match(messages[3], /Cannot find module 'kubernetes-types\/apps\/v1beta1'/)
})

/** What the compiler says about each of them, as constants of their types. */
function findMistakes(objects: readonly KubernetesObject[]): string[][] {
  const lines = objects.map((object, i) => {
    const type = `import('kubernetes-types/${moduleOf(object)}').${object.kind}`
    return `export const object${i}: ${type} = ${JSON.stringify(object)}`
  })
  // Not written: its folder is where the types are looked for.
  const file = path.join(PROJECT_ROOT, 'test', 'deploy', 'objects-of-chart.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es5.d.ts'],
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = name => name === file || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, lines.join('\n'), rest[0])
      : getSourceFile(name, ...rest)
  const found: string[][] = objects.map(() => [])
  for (const mistake of ts.getPreEmitDiagnostics(ts.createProgram([file], options, host))) {
    const text = ts.flattenDiagnosticMessageText(mistake.messageText, '\n')
    if (mistake.file?.fileName !== file) throw new Error(text)
    found[mistake.file.getLineAndCharacterOfPosition(mistake.start!).line]!.push(text)
  }
  return found
}

/** `networking.k8s.io/v1` is `networking/v1` there, and `v1` is `core/v1`. */
function moduleOf({ apiVersion }: KubernetesObject): string {
  return apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`
}
