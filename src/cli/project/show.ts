// `reelhouse project show`: a project as it stands, with its key's fingerprint and never the key.

import {
  printJson,
  printLine,
  readArguments,
  refuseUse,
  STORE_HELP,
  STORE_OPTIONS,
} from '../command-line.ts'
import { describeProject, requireProject, withLedger } from './access.ts'

const HELP = `
reelhouse project show <id> [options]

Shows a project: callback, networks, settings, the fingerprint (SHA-256) of its key. Never the key.

${STORE_HELP}
                       with addresses, MASTER_KEY must be the one of the nodes
  --json               one line; "settings" in it is what "project set --file" reads
  --help               this text
`

const OPTIONS = { ...STORE_OPTIONS, json: { type: 'boolean' } } as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values, positionals } = parsed
  const [projectId] = positionals
  if (projectId === undefined) return refuseUse('The project id is missing.').exitCode
  return withLedger('project show', values, async ledger => {
    const { settings, ...fields } = describeProject(await requireProject(ledger, projectId))
    if (values.json === true) printJson({ ...fields, settings })
    else {
      for (const [name, value] of Object.entries(fields)) {
        const text = Array.isArray(value) ? value.join(' ') : String(value)
        printLine(`${name.padEnd(17)} ${text}`)
      }
      printLine(`settings          ${JSON.stringify(settings, null, 2)}`)
    }
    return 0
  })
}
