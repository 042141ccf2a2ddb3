// `reelhouse project create`: makes an operator's project and prints its key once.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { createProject } from '../../ledger/projects/projects.ts'
import {
  printJson,
  printLine,
  readArguments,
  refuseUse,
  STORE_HELP,
  STORE_OPTIONS,
} from '../command-line.ts'
import { withLedger } from './access.ts'

const HELP = `
reelhouse project create <id> --callback <url> --allow <cidr> [options]

Creates a project for an operator and prints its api key.

  --callback URL       the operator's wallet; <url>/<currency> is called. https, port 443, public;
                       on the stores of an "up" also http and any port on loopback
  --allow CIDR         network the operator's servers call from; may be given more than once
${STORE_HELP}
                       with addresses, MASTER_KEY must be the one of the nodes
  --json               one line: {"project_id":…,"api_key":…}
  --help               this text
`

const OPTIONS = {
  ...STORE_OPTIONS,
  callback: { type: 'string' },
  allow: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

const FIELD_NAMES = {
  projectId: 'The project id',
  callbackUrl: 'The callback address',
  allowedNetworks: 'An allowed network',
} as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values, positionals } = parsed
  const [projectId] = positionals
  const { callback: callbackUrl, allow: allowedNetworks } = values
  if (projectId === undefined) return refuseUse('The project id is missing.').exitCode
  if (callbackUrl === undefined) return refuseUse('--callback is missing.').exitCode
  if (allowedNetworks === undefined) return refuseUse('--allow is missing.').exitCode

  return withLedger('project create', values, async ledger => {
    const wanted = { projectId, callbackUrl, allowedNetworks }
    const created = await createProject(ledger.pool, ledger.masterKey, wanted, ledger)
    if (!created.ok) {
      throw new SetupProblem(`${FIELD_NAMES[created.field]} is refused: ${created.reason}.`)
    }
    const { apiKey } = created.project
    if (values.json === true) printJson({ project_id: projectId, api_key: apiKey })
    else printLine(`Project ${projectId} is created. Its api key: ${apiKey}`)
    return 0
  })
}
