// `reelhouse admin reset`: for a person who lost the password or the authenticator.

import { SetupProblem } from '../../embedded/setup-problem.ts'
import { findAccount, resetAccount } from '../../ledger/admin/accounts.ts'
import { defineCommand } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import { printLink } from './link.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse admin reset',
    `Takes password, second step and sessions from an account of the admin panel and prints a link
    by which its
    owner sets a new password: once, and within a day.`,
  )
    .argument('<name>', 'the account')
    .option('--json', 'one line: {"name":…,"role":…,"link":…}'),
  (name, { json, ...stores }) =>
    withLedger('admin reset', stores, async ({ pool, adminUrl, by }) => {
      const account = await findAccount(pool, { name })
      const token = account && (await resetAccount(pool, account.accountId, by))
      if (account === null || token === null) throw new SetupProblem('There is no such account.')
      printLink({ name, role: account.role, token, adminUrl }, json === true)
      return 0
    }),
)
