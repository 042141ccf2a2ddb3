// `reelhouse keys`: shows an operator's API key, signs its wallet callbacks, shows its wallet a
// certificate, and seals everything under a new master key while nodes run. The audit log records
// each.

import { SetupProblem } from '../embedded/setup-problem.ts'
import {
  changeCertificate,
  checkCertificate,
  type GivenCertificate,
  viewCertificate,
} from '../ledger/projects/client-certificate.ts'
import { rotateMasterKey } from '../ledger/projects/master-key.ts'
import { changeSigning, revealKey, SIGNING_STEPS } from '../ledger/projects/project-keys.ts'
import { readTextFile } from '../server/settings/secret-files.ts'
import { printJson, printLine, refuseUse, say } from './command-line.ts'
import { defineLedgerCommand } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { oneOf } from './option-values.ts'
import { LOCKED, requireProject } from './project.ts'

const reveal = defineLedgerCommand(
  createStoreCommand(
    'reelhouse keys reveal',
    "Prints a project's api key. Who asked, and from where, is written to the audit log first.",
  )
    .argument('<id>', 'the project')
    .option('--json', 'one line: {"project_id":…,"api_key":…}'),
  async (ledger, projectId, options) => {
    const apiKey = await revealKey(ledger.pool, await requireProject(ledger, projectId), ledger.by)
    if (options.json === true) printJson({ project_id: projectId, api_key: apiKey })
    else printLine(apiKey)
    return 0
  },
)

const ROTATION = `
1. Start every node with MASTER_KEY=<new> and MASTER_KEY_PREVIOUS=<old>, one after another.
2. Run this with the same two variables. It may be stopped and run again.
3. When it says that nothing is left, start the nodes without MASTER_KEY_PREVIOUS, one by one.
Players' links and sessions stay as they are.`

const rotateMaster = defineLedgerCommand(
  createStoreCommand(
    'reelhouse keys rotate-master',
    `Seals the keys of all projects and the secrets of the platform anew under MASTER_KEY, opening
    them with MASTER_KEY_PREVIOUS.`,
  )
    .option('--json', 'one line: {"resealed":12}')
    .addHelpText('after', ROTATION),
  async ({ pool, masterKey, by }, { json }) => {
    const resealed = await rotateMasterKey(pool, masterKey, by)
    if (json === true) printJson({ resealed })
    else if (resealed === 0) say('Nothing is left under another master key.')
    else say(`Sealed anew: ${resealed}. Run it again: it says when nothing is left.`)
    return 0
  },
)

const STEPS = `
start   makes a key and prints it: every call is signed from now on
rotate  makes a second key and prints it: calls carry both signatures
finish  drops the first key, once the operator's wallet knows the second
stop    calls are not signed any more`

const REFUSALS = {
  locked: LOCKED,
  'wrong-step':
    'The project does not have the keys for this step: start, rotate, finish, in this order.',
  conflict: 'Someone else changed the project just now (PROJECT_SETTINGS_CONFLICT): repeat.',
} as const

const signing = defineLedgerCommand(
  createStoreCommand(
    'reelhouse keys signing',
    `Signs a project's wallet callbacks with a separate key (docs/wallet-guide.md), or exchanges
    that key.`,
  )
    .argument('<id>', 'the project')
    .argument('<step>', SIGNING_STEPS.join(', '), oneOf(SIGNING_STEPS))
    .option('--json', 'one line: {"project_id":…,"signing_key":…,"keys":1}')
    .addHelpText('after', STEPS),
  async (ledger, projectId, step, options) => {
    const read = await requireProject(ledger, projectId)
    const changed = await changeSigning(ledger.pool, ledger.masterKey, read, step, ledger.by)
    if (changed.kind === 'refused') throw new SetupProblem(REFUSALS[changed.cause])
    const { newKey, keys } = changed
    if (options.json === true) printJson({ project_id: projectId, signing_key: newKey, keys })
    else if (newKey !== null) printLine(`The new signing key of ${projectId}: ${newKey}`)
    else printLine(`Calls of ${projectId} carry ${keys} signature${keys === 1 ? '' : 's'}.`)
    return 0
  },
)

const PAIR_FILE_MAX_BYTES = 64 * 1024

const clientCertificate = defineLedgerCommand(
  createStoreCommand(
    'reelhouse keys client-certificate',
    `Shows a certificate to a project's wallet, where its operator asks for one (mutual TLS,
    docs/wallet-guide.md), in place of an earlier one. The key is sealed under MASTER_KEY and never
    printed.`,
  )
    .argument('<id>', 'the project')
    .option('--certificate <file>', 'PEM: the own certificate, then those up to its authority')
    .option('--key <file>', 'PEM: its private key, without a passphrase')
    .option('--remove', 'show none from now on')
    .option('--json', 'one line: {"project_id":…,"certificate":{"subject":…}}'),
  async (ledger, projectId, { certificate, key, remove, json }) => {
    const isPair = certificate !== undefined && key !== undefined
    const isNeither = certificate === undefined && key === undefined
    const isClear = remove === true ? isNeither : isPair
    if (!isClear) refuseUse('Give --certificate and --key, or --remove.')
    const given = isPair ? readPair(certificate, key) : null
    const read = await requireProject(ledger, projectId)
    const changed = await changeCertificate(ledger.pool, ledger.masterKey, read, given, ledger.by)
    if (changed.kind === 'refused') throw new SetupProblem(CERTIFICATE_REFUSALS[changed.cause])
    const shown = given === null ? null : viewCertificate(given.certificate)
    if (json === true) printJson({ project_id: projectId, certificate: shown })
    else if (shown === null) printLine(`The wallet of ${projectId} is shown no certificate.`)
    else {
      const until = shown.expiresAt.toISOString()
      printLine(`The wallet of ${projectId} is shown ${shown.subject}, valid until ${until}.`)
    }
    return 0
  },
)

const CERTIFICATE_REFUSALS = {
  locked: LOCKED,
  conflict: REFUSALS.conflict,
  none: 'The project shows no certificate.',
} as const

function readPair(certificateFile: string, keyFile: string): GivenCertificate {
  const [certificate, key] = [readPem('--certificate', certificateFile), readPem('--key', keyFile)]
  const checked = checkCertificate({ certificate, key }, Date.now())
  if (checked.ok) return { certificate, key }
  throw new SetupProblem(`The ${checked.field} is refused: ${checked.reason}.`)
}

function readPem(option: string, file: string): string {
  const read = readTextFile(file, PAIR_FILE_MAX_BYTES)
  if (read.ok) return read.text
  throw new SetupProblem(`${option}: ${read.problem}.`)
}

export const commands = {
  reveal,
  signing,
  'client-certificate': clientCertificate,
  'rotate-master': rotateMaster,
}
