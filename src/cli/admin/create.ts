// `reelhouse admin create`: an account for the admin panel, with the link that sets its password.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { ACCOUNT_NAME, createAccount } from '../../ledger/admin/accounts.ts'
import { ADMIN_ACCOUNTS_MAX } from '../../limits/admin.ts'
import { defineCommand } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { oneOf } from '../option-values.ts'
import { withLedger } from '../project/access.ts'
import { printLink } from './link.ts'

const REFUSALS = {
  taken: 'There is an account of this name already: "admin reset" gives it a new link.',
  'too-many': `There are ${ADMIN_ACCOUNTS_MAX} accounts: no more are kept.`,
} as const

export const command = defineCommand(
  createStoreCommand(
    'reelhouse admin create',
    `Makes an account of the admin panel and prints a link by which its owner sets a password: once,
    and within a
    day. Owners change everything; viewers look.`,
  )
    .argument('<name>', 'to sign in with: 1 to 64 of a-z, 0-9, ".", "_", "@" and "-"', readName)
    .option('--role <role>', 'owner or viewer', oneOf(['owner', 'viewer']), 'viewer' as const)
    .option('--json', 'one line: {"name":…,"role":…,"link":…}'),
  (name, { role, json, ...stores }) =>
    withLedger('admin create', stores, async ({ pool, adminUrl, by }) => {
      const created = await createAccount(pool, { name, role }, by)
      if (created.kind === 'refused') throw new SetupProblem(REFUSALS[created.cause])
      printLink({ name, role, token: created.link, adminUrl }, json === true)
      return 0
    }),
)

function readName(text: string): string {
  if (ACCOUNT_NAME.test(text)) return text
  throw new InvalidArgumentError('It is 1 to 64 of a-z, 0-9, ".", "_", "@" and "-".')
}
