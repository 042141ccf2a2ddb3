// What a change altered: the JSON fields that differ between before and after, by path. Pure.

export interface Difference {
  /** `settings.projectLimits[2].max`; empty when the whole is a single value. */
  readonly path: string
  /** As JSON; null when the field did not exist. */
  readonly before: string | null
  readonly after: string | null
}

/** In the order of the fields. A null before or after counts as no value. */
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

/** Empty for a single value and for an empty list or object. */
function fieldsOf(path: string, value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.map((each, i) => [`${path}[${i}]`, each] as const)
  const start = path === '' ? '' : `${path}.`
  return Object.entries(value).map(([name, each]) => [`${start}${name}`, each] as const)
}
