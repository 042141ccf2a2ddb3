// `reelhouse keys reveal`: prints an operator's API key; the audit log records it.

import { revealKey } from '../../ledger/projects/project-keys.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { requireProject, withLedger } from '../project/access.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse keys reveal',
    "Prints a project's api key. Who asked, and from where, is written to the audit log first.",
  )
    .argument('<id>', 'the project')
    .option('--json', 'one line: {"project_id":…,"api_key":…}'),
  (projectId, options) =>
    withLedger('keys reveal', options, async ledger => {
      const apiKey = await revealKey(
        ledger.pool,
        await requireProject(ledger, projectId),
        ledger.by,
      )
      if (options.json === true) printJson({ project_id: projectId, api_key: apiKey })
      else printLine(apiKey)
      return 0
    }),
)
