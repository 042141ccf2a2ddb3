// References in a JSON document (`{"$ref": "#/a/b"}`), as AsyncAPI and OpenAPI have them.

/** The references below a value. */
export function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(refsIn)]
}

// biome-ignore lint/suspicious/noExplicitAny: a document is read as any client reads it
export type Json = any

/** The part of the document that a reference names, or undefined. */
export const resolveIn = (document: Json, ref: string): Json =>
  ref
    .slice(2)
    .split('/')
    .reduce<Json>((at, name) => at?.[name.replaceAll('~1', '/')], document)
