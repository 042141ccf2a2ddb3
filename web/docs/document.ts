// Copies the extensions of the OpenAPI document, which Redoc does not show, into descriptions that
// it shows. Pure; adds no statements.

interface Method {
  name: string
  summary: string
  description: string
  errors: readonly string[]
}

interface Operation {
  description: string
  'x-methods'?: readonly Method[]
}

/** The part of the OpenAPI document that this file reads. */
export interface ApiDocument {
  info: { description: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  'x-errors': Readonly<Record<string, { status: number; meaning: string }>>
}

/**
 * Returns a copy: each operation lists its methods with their codes, and the introduction ends with
 * all codes.
 */
export function addMethodsAndErrors(api: ApiDocument): ApiDocument {
  const description = `${api.info.description}\n\n${errorTable(api['x-errors'])}`
  const paths = mapValues(api.paths, verbs => mapValues(verbs, withMethods))
  return { ...api, info: { ...api.info, description }, paths }
}

function mapValues<From, To>(of: Readonly<Record<string, From>>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]))
}

function withMethods(operation: Operation): Operation {
  const parts = (operation['x-methods'] ?? []).map(describeMethod)
  return { ...operation, description: [operation.description, ...parts].join('\n\n') }
}

function describeMethod({ name, summary, description, errors }: Method): string {
  const codes = errors.map(code => `\`${code}\``).join(', ')
  const last = errors.length === 0 ? [] : [`Codes: ${codes}.`]
  return [`### ${name}`, `${summary}. ${description}`, ...last].join('\n\n')
}

/** A first-level heading becomes an entry of Redoc's menu. */
function errorTable(errors: ApiDocument['x-errors']): string {
  const rows = Object.entries(errors).map(
    ([code, { status, meaning }]) =>
      `| \`${code}\` | ${status} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return ['# Errors', '', '| Code | HTTP | Meaning |', '|---|---|---|', ...rows].join('\n')
}
