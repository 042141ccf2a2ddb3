// `reelhouse project rotate-key`: a new key for an operator, printed once.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { rotateKey } from '../../ledger/projects/project-changes.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { LOCKED, requireProject, withLedger } from './access.ts'

const REFUSALS = {
  PARTNER_LOCKED: LOCKED,
  CREDENTIALS_CHANGED: 'Someone else gave it a new key just now (CREDENTIALS_CHANGED).',
} as const

export const command = defineCommand(
  createStoreCommand(
    'reelhouse project rotate-key',
    `Gives a project a new api key and prints it, once. The old key stops working at once, on every
    node; from then on wallet callbacks carry the new one. Internal projects keep theirs.`,
  )
    .argument('<id>', 'the project')
    .option('--json', 'one line: {"project_id":…,"api_key":…}'),
  (projectId, options) =>
    withLedger('project rotate-key', options, async ledger => {
      const read = await requireProject(ledger, projectId)
      const rotated = await rotateKey(ledger.pool, ledger.masterKey, read, ledger.by)
      if (!rotated.ok) throw new SetupProblem(REFUSALS[rotated.code])
      const { apiKey } = rotated.project
      if (options.json === true) printJson({ project_id: projectId, api_key: apiKey })
      else printLine(`Project ${projectId} has a new api key: ${apiKey}`)
      return 0
    }),
)
