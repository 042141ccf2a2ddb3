// `reelhouse project show`: a project in its present state, with its key's fingerprint and never
// the key.

import { defineCommand, printJson, printLine, printLines } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { describeProject, requireProject, withLedger } from './access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse project show',
    `Shows a project: callback, networks, settings, the fingerprint (SHA-256) of its key. Never the
    key.`,
  )
    .argument('<id>', 'the project')
    .option('--json', 'one line; "settings" in it is what "project set --file" reads'),
  (projectId, options) =>
    withLedger('project show', options, async ledger => {
      const shown = describeProject(await requireProject(ledger, projectId))
      if (options.json === true) printJson(shown)
      else print(shown)
      return 0
    }),
)

function print({ settings, ...fields }: ReturnType<typeof describeProject>): void {
  for (const [name, value] of Object.entries(fields)) {
    const text = Array.isArray(value) ? value.join(' ') : String(value)
    printLine(`${name.padEnd(17)} ${text}`)
  }
  printLines(`settings          ${JSON.stringify(settings, null, 2)}`)
}
