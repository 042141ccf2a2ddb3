// `reelhouse project create`: makes an operator's project and prints its key once.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { createProject } from '../../ledger/projects/projects.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { collect } from '../option-values.ts'
import { withLedger } from './access.ts'

const FIELD_NAMES = {
  projectId: 'The project id',
  callbackUrl: 'The callback address',
  allowedNetworks: 'An allowed network',
} as const

export const command = defineCommand(
  createStoreCommand(
    'reelhouse project create',
    'Creates a project for an operator and prints its api key.',
  )
    .argument('<id>', 'the project')
    .requiredOption(
      '--callback <url>',
      "the operator's wallet; <url>/<currency> is called. https, port 443, public; on the stores " +
        'of ' +
        'an "up" also http and any port on loopback',
    )
    .requiredOption(
      '--allow <cidr>',
      "network the operator's servers call from; may be given more than once",
      collect,
    )
    .option('--json', 'one line: {"project_id":…,"api_key":…}'),
  (projectId, options) =>
    withLedger('project create', options, async ledger => {
      const wanted = {
        projectId,
        callbackUrl: options.callback,
        allowedNetworks: options.allow ?? [],
      }
      const created = await createProject(ledger.pool, ledger.masterKey, wanted, ledger)
      if (!created.ok) {
        throw new SetupProblem(`${FIELD_NAMES[created.field]} is refused: ${created.reason}.`)
      }
      const { apiKey } = created.project
      if (options.json === true) printJson({ project_id: projectId, api_key: apiKey })
      else printLine(`Project ${projectId} is created. Its api key: ${apiKey}`)
      return 0
    }),
)
