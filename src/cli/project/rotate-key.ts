// `reelhouse project rotate-key`: a new key for an operator, printed once.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { rotateKey } from '../../ledger/projects/projects.ts'
import {
  printJson,
  printLine,
  readArguments,
  refuseUse,
  STORE_HELP,
  STORE_OPTIONS,
} from '../command-line.ts'
import { LOCKED, requireProject, withLedger } from './access.ts'

const HELP = `
reelhouse project rotate-key <id> [options]

Gives a project a new api key and prints it, once. The old key stops working at once, on every node;
from then on wallet callbacks carry the new one. Internal projects keep theirs.

${STORE_HELP}
                       with addresses, MASTER_KEY must be the one of the nodes
  --json               one line: {"project_id":…,"api_key":…}
  --help               this text
`

const OPTIONS = { ...STORE_OPTIONS, json: { type: 'boolean' } } as const

const REFUSALS = {
  PARTNER_LOCKED: LOCKED,
  CREDENTIALS_CHANGED: 'Someone else gave it a new key just now (CREDENTIALS_CHANGED).',
} as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values, positionals } = parsed
  const [projectId] = positionals
  if (projectId === undefined) return refuseUse('The project id is missing.').exitCode
  return withLedger('project rotate-key', values, async ledger => {
    const read = await requireProject(ledger, projectId)
    const rotated = await rotateKey(ledger.pool, ledger.masterKey, read)
    if (!rotated.ok) throw new SetupProblem(REFUSALS[rotated.code])
    const { apiKey } = rotated.project
    if (values.json === true) printJson({ project_id: projectId, api_key: apiKey })
    else printLine(`Project ${projectId} has a new api key: ${apiKey}`)
    return 0
  })
}
