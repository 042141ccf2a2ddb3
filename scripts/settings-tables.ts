// Writes the tables of docs/projects.md from the schema of the settings (npm run write:api).

import { SETTING_FLAGS } from '../src/cli/project-flags.ts'
import { type JsonSchema, SETTINGS_SCHEMA } from '../src/core/settings-schema.ts'

/** The page with both tables as they follow from the schema. */
export function writeSettings(page: string): string {
  const { properties = {} } = SETTINGS_SCHEMA
  const rtp = Object.values(properties.rtp!.patternProperties!)[0]!
  const ofRtp = Object.entries(rtp.properties!).map(([name, schema]) => [`rtp.P.${name}`, schema])
  const { rtp: _, ...others } = properties
  const settings = [...(ofRtp as [string, JsonSchema][]), ...Object.entries(others)]
  const parameters = Object.entries(rtp.properties!.adaptive!.anyOf![0].properties!)
  const tables = {
    settings: table(
      ['setting', 'flag', 'values', 'default'],
      settings.map(([name, schema]) => [
        code(name),
        SETTING_FLAGS[name] ?? 'in the file',
        describe(schema),
        printDefault(schema),
      ]),
    ),
    'adaptive rule': table(
      ['parameter', 'values', 'default'],
      parameters.map(([name, schema]) => [code(name), describe(schema), printDefault(schema)]),
    ),
  }
  return Object.entries(tables).reduce(
    (text, [name, lines]) =>
      text.replace(
        new RegExp(`(<!-- ${name}:.*-->\n)[^]*?(<!-- /${name} -->)`),
        `$1\n${lines}\n$2`,
      ),
    page,
  )
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |\n`)
  return lines.join('')
}

/** Bounds first, then the meaning. */
function describe(schema: JsonSchema): string {
  const parts = [describeBounds(schema), schema.description ?? '']
  return parts.filter(part => part !== '').join(' ')
}

function describeBounds(schema: JsonSchema): string {
  const { anyOf, type, minimum, maximum, maxItems, maxLength, items, properties = {} } = schema
  const { 'x-unit': unit, 'x-range-bps': range } = schema
  if (anyOf !== undefined) return describeBounds(anyOf[0])
  if (range !== undefined) return `${range.map(bps => print(bps / 100)).join(' to ')} %.`
  if (type === 'integer') {
    const words = `${print(minimum)} to ${print(maximum)}`
    return unit === undefined ? `${words}.` : `${words} ${unit}.`
  }
  if (type === 'string') return `At most ${print(maxLength)} characters.`
  if (type === 'array') {
    const each =
      items!.type === 'string' ? `, each of at most ${print(items!.maxLength)} characters` : ''
    return `At most ${print(maxItems)}${each}.`
  }
  const fields = Object.entries(properties)
  if (!fields.every(([, field]) => field.type === 'integer')) return ''
  return fields.map(([name, field]) => `${code(name)}: ${describeBounds(field)}`).join(' ')
}

const print = (bound: number | undefined) => (bound ?? 0).toLocaleString('en')
const code = (text: string) => `\`${text}\``

function printDefault(schema: JsonSchema): string {
  return code(JSON.stringify(schema.default))
}
