// `reelhouse keys signing`: turns on signatures of an operator's wallet callbacks, and exchanges
// the key.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { changeSigning, SIGNING_STEPS } from '../../ledger/projects/project-keys.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { LOCKED, requireProject, withLedger } from '../project/access.ts'

const STEPS = `
start   makes a key and prints it: every call is signed from now on
rotate  makes a second key and prints it: calls carry both signatures
finish  drops the first key, once the operator's wallet knows the second
stop    calls are not signed any more`

const REFUSALS = {
  locked: LOCKED,
  'wrong-step': 'The project has not the keys for this step: start, rotate, finish, in this order.',
  conflict: 'Someone else changed the project just now (PROJECT_SETTINGS_CONFLICT): repeat.',
} as const

export const command = defineCommand(
  createStoreCommand(
    'reelhouse keys signing',
    `Signs a project's wallet callbacks with a key of its own (docs/wallet-guide.md), or exchanges
    that
    key.`,
  )
    .argument('<id>', 'the project')
    .argument('<step>', SIGNING_STEPS.join(', '))
    .option('--json', 'one line: {"project_id":…,"signing_key":…,"keys":1}')
    .addHelpText('after', STEPS),
  (projectId, given, options) =>
    withLedger('keys signing', options, async ledger => {
      const step = SIGNING_STEPS.find(name => name === given)
      if (step === undefined) refuseUse(`A step is one of ${SIGNING_STEPS.join(', ')}.`)
      const read = await requireProject(ledger, projectId)
      const changed = await changeSigning(ledger.pool, ledger.masterKey, read, step!, ledger.by)
      if (changed.kind === 'refused') throw new SetupProblem(REFUSALS[changed.cause])
      const { newKey, keys } = changed
      if (options.json === true) printJson({ project_id: projectId, signing_key: newKey, keys })
      else if (newKey !== null) printLine(`The new signing key of ${projectId}: ${newKey}`)
      else printLine(`Calls of ${projectId} carry ${keys} signature${keys === 1 ? '' : 's'}.`)
      return 0
    }),
)
