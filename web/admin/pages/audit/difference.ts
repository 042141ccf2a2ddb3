// What a change made different: the fields of JSON before and after that are not the same, by their paths. Pure.

export interface Difference {
  /** `settings.projectLimits[2].max`; empty where the whole is one value. */
  readonly path: string
  /** As JSON; null: there was none. */
  readonly before: string | null
  readonly after: string | null
}

/** In the order of the fields. Null, before or after, is nothing. */
export function findDifferences(before: unknown, after: unknown): readonly Difference[] {
  const [was, is] = [flatten(before), flatten(after)]
  const paths = [...new Set([...was.keys(), ...is.keys()])]
  return paths
    .map(path => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter(each => each.before !== each.after)
}

function flatten(value: unknown): Map<string, string> {
  const found = new Map<string, string>()
  const isOneValue = typeof value !== 'object' && value !== undefined
  if (isOneValue) found.set('', JSON.stringify(value))
  for (const [name, each] of fieldsOf('', value)) add(found, name, each)
  return found
}

function add(found: Map<string, string>, path: string, value: unknown): void {
  const fields = fieldsOf(path, value)
  if (fields.length === 0) found.set(path, JSON.stringify(value))
  else for (const [name, each] of fields) add(found, name, each)
}

/** None of a single value, and of an empty list or object. */
function fieldsOf(path: string, value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.map((each, i) => [`${path}[${i}]`, each] as const)
  const start = path === '' ? '' : `${path}.`
  return Object.entries(value).map(([name, each]) => [`${start}${name}`, each] as const)
}
