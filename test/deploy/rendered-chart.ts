// Renders the chart's templates as Helm does, with the part of its language that they use. Throws
// where a template uses more. Contains nothing about this chart.

import path from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { CHART, listDeployed, readDeployed } from './deployed-files.ts'

type Value = unknown
type Scope = { dot: Value; variables: Record<string, Value> }
type Part = { text: string } | Action
type Action = { code: string; rest: Part[]; otherwise: Part[] }

const BLOCKS = /^(if|with|range|define)\b/

/** Every object of the chart, as Kubernetes gets it. */
// biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes, as parsed
export function renderChart(given: object): any[] {
  const chart = parse(readDeployed(`${CHART}/Chart.yaml`))
  const root = {
    Values: merge(parse(readDeployed(`${CHART}/values.yaml`)), given),
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: 'games', Namespace: 'casino', Service: 'Helm' },
  }
  const named = new Map<string, Part[]>()
  for (const part of readParts(readDeployed(path.join(CHART, 'templates', '_names.tpl')))) {
    if ('code' in part) named.set(/^define "(.+)"$/.exec(part.code)![1]!, part.rest)
  }
  return listDeployed(/^helm\/reelhouse\/templates\/.*\.yaml$/).flatMap(file => {
    const scope = { dot: root, variables: { $: root } }
    const text = print(readParts(readDeployed(file)), scope, named)
    return parseAllDocuments(text).flatMap(document => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors}\n${text}`)
      return document.toJS() ?? []
    })
  })
}

function merge(base: Value, given: Value): Value {
  const isMap = (value: Value) => typeof value === 'object' && !Array.isArray(value)
  if (given === undefined) return base
  if (base === null || given === null || !isMap(base) || !isMap(given)) return given
  const names = new Set([...Object.keys(base as object), ...Object.keys(given as object)])
  const of = (value: Value, name: string) => (value as Record<string, Value>)[name]
  return Object.fromEntries([...names].map(name => [name, merge(of(base, name), of(given, name))]))
}

/** Texts and actions, a block with its content. */
function readParts(source: string): Part[] {
  const root: Action = { code: '', rest: [], otherwise: [] }
  const open = [root]
  let list = root.rest
  for (const token of source.split(
    /(\s*\{\{-[\s\S]*?-?\}\}(?:(?<=-\}\})\s*)?|\{\{[\s\S]*?\}\}(?:(?<=-\}\})\s*)?)/,
  )) {
    const code = /^\s*\{\{-?\s*([\s\S]*?)\s*-?\}\}\s*$/.exec(token)?.[1]
    if (code === undefined) list.push({ text: token })
    else if (code.startsWith('/*')) continue
    else if (code === 'else') list = open.at(-1)!.otherwise
    else if (code === 'end') {
      open.pop()
      const outer = open.at(-1)!
      list = outer.otherwise.length > 0 ? outer.otherwise : outer.rest
    } else {
      const part: Action = { code, rest: [], otherwise: [] }
      list.push(part)
      if (!BLOCKS.test(code)) continue
      open.push(part)
      list = part.rest
    }
  }
  if (open.length !== 1) throw new Error('a block of a template is not ended')
  return root.rest
}

function print(parts: readonly Part[], scope: Scope, named: Map<string, Part[]>): string {
  return parts.map(part => ('text' in part ? part.text : act(part, scope, named))).join('')
}

function act(part: Action, scope: Scope, named: Map<string, Part[]>): string {
  const { code, rest, otherwise } = part
  const [, block, asked] = /^(if|with|range)\s+([\s\S]*)$/.exec(code) ?? []
  const evaluate = (text: string) => evaluatePipe(text, scope, named)
  if (block === undefined) return String(evaluate(code))
  if (block === 'range') {
    const [, name, value, of] = /^(\$\w+), (\$\w+) := (.*)$/.exec(asked!)!
    const entries = Object.entries(evaluate(of!) as object)
    return entries
      .map(([key, each]) => ({ ...scope.variables, [name!]: key, [value!]: each }))
      .map(variables => print(rest, { ...scope, variables }, named))
      .join('')
  }
  const found = evaluate(asked!)
  if (!isTrue(found)) return print(otherwise, scope, named)
  return print(rest, block === 'with' ? { ...scope, dot: found } : scope, named)
}

const isTrue = (value: Value) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

function evaluatePipe(text: string, scope: Scope, named: Map<string, Part[]>): Value {
  let value: Value
  for (const [i, call] of text.split(/\s+\|\s+/).entries()) {
    const [name, ...words] = call.match(/"[^"]*"|\S+/g)!
    const given = words.map(word => readWord(word, scope))
    if (i === 0 && words.length === 0) value = readWord(name!, scope)
    else value = callFunction(name!, i === 0 ? given : [...given, value], named, scope)
  }
  return value
}

function readWord(word: string, { dot, variables }: Scope): Value {
  if (word.startsWith('"')) return word.slice(1, -1)
  if (/^\d+$/.test(word)) return Number(word)
  const [start, ...names] = word.split('.')
  const from = start === '' ? dot : variables[start!]
  const path = names.filter(name => name !== '')
  return path.reduce((value, name) => (value as Record<string, Value>)[name], from)
}

function callFunction(
  name: string,
  given: readonly Value[],
  named: Map<string, Part[]>,
  scope: Scope,
): Value {
  const [first, second] = given
  const indent = (text: Value, by: Value) =>
    `\n${String(text).replace(/^(?=.)/gm, ' '.repeat(Number(by)))}`
  if (name === 'include') return print(named.get(String(first))!, { ...scope, dot: second }, named)
  if (name === 'quote') return JSON.stringify(String(first ?? ''))
  if (name === 'nindent') return indent(second, first)
  if (name === 'toYaml') return stringify(first).trimEnd()
  if (name === 'default') return isTrue(second) ? second : first
  if (name === 'add') return Number(first) + Number(second)
  if (name === 'not') return !isTrue(first)
  if (name === 'join') return (second as string[]).join(String(first))
  if (name === 'trunc') return String(second).slice(0, Number(first))
  if (name === 'trimPrefix') return String(second).replace(new RegExp(`^${first}`), '')
  if (name === 'trimSuffix') return String(second).replace(new RegExp(`${first}$`), '')
  if (name === 'printf') {
    const rest = [...given.slice(1)]
    return String(first).replace(/%s/g, () => String(rest.shift()))
  }
  if (name === 'required') {
    if (!isTrue(second)) throw new Error(String(first))
    return second
  }
  throw new Error(`the templates use "${name}", which is not known here`)
}
