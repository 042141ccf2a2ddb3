// `reelhouse admin list`: who may sign in to the admin panel. Shows no secret.

import { type AccountSummary, listAccounts } from '../../ledger/admin/accounts.ts'
import { ADMIN_SESSION_IDLE_MS } from '../../limits/admin.ts'
import { defineCommand, printJson } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'
import { printTable } from '../table.ts'

export const command = defineCommand(
  createStoreCommand(
    'reelhouse admin list',
    'Shows the accounts of the admin panel: role, second step, sessions, and whether one is ' +
      'disabled.',
  ).option('--json', 'one line: {"accounts":[…]}'),
  ({ json, ...stores }) =>
    withLedger('admin list', stores, async ({ pool }) => {
      const accounts = await listAccounts(pool, new Date(Date.now() - ADMIN_SESSION_IDLE_MS))
      if (json === true) printJson({ accounts })
      else printTable(['name', 'role', 'second step', 'sessions', 'state'], accounts.map(asRow))
      return 0
    }),
)

function asRow({ name, role, hasTotp, sessions, isDisabled, hasPassword }: AccountSummary) {
  const state = isDisabled ? 'disabled' : hasPassword ? 'active' : 'link not used'
  return [name, role, hasTotp ? 'code' : 'none', String(sessions), state]
}
