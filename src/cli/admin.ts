// `reelhouse admin`: the accounts of the admin panel. One-time links are printed and stored nowhere
// else: the person who has the link sets the password.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { linkOf } from '../admin/link.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import {
  ACCOUNT_NAME,
  type AccountSummary,
  createAccount,
  findAccount,
  listAccounts,
  resetAccount,
} from '../ledger/admin/accounts.ts'
import { ADMIN_ACCOUNTS_MAX, ADMIN_SESSION_IDLE_MS } from '../limits/admin.ts'
import { printJson, printLine, printTable, say } from './command-line.ts'
import { defineLedgerCommand } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { oneOf } from './option-values.ts'

const REFUSALS = {
  taken: 'There is an account of this name already: "admin reset" gives it a new link.',
  'too-many': `There are ${ADMIN_ACCOUNTS_MAX} accounts: no more are kept.`,
} as const

const create = defineLedgerCommand(
  createStoreCommand(
    'reelhouse admin create',
    `Makes an account of the admin panel and prints a link by which its owner sets a password: once,
    and within a day. Owners change everything; viewers look.`,
  )
    .argument('<name>', 'to sign in with: 1 to 64 of a-z, 0-9, ".", "_", "@" and "-"', readName)
    .option('--role <role>', 'owner or viewer', oneOf(['owner', 'viewer']), 'viewer' as const)
    .option('--json', 'one line: {"name":…,"role":…,"link":…}'),
  async ({ pool, adminUrl, by }, name, { role, json }) => {
    const created = await createAccount(pool, { name, role }, by)
    if (created.kind === 'refused') throw new SetupProblem(REFUSALS[created.cause])
    printLink({ name, role, token: created.link, adminUrl }, json === true)
    return 0
  },
)

function readName(text: string): string {
  if (ACCOUNT_NAME.test(text)) return text
  throw new InvalidArgumentError('It is 1 to 64 of a-z, 0-9, ".", "_", "@" and "-".')
}

interface Link {
  name: string
  role: string
  token: string
  /** Null: the address of the panel was not given. */
  adminUrl: string | null
}

function printLink({ name, role, token, adminUrl }: Link, asJson: boolean): void {
  const link = linkOf(adminUrl ?? '', token)
  if (asJson) {
    printJson({ name, role, link })
    return
  }
  say(`A link for ${name} (${role}), good once and for a day:`)
  printLine(link)
  if (adminUrl === null) say("It begins with the panel's address: set ADMIN_URL to have it whole.")
}

/** Shows no secret. */
const list = defineLedgerCommand(
  createStoreCommand(
    'reelhouse admin list',
    'Shows the accounts of the admin panel: role, second step, sessions, and whether one is ' +
      'disabled.',
  ).option('--json', 'one line: {"accounts":[…]}'),
  async ({ pool }, { json }) => {
    const accounts = await listAccounts(pool, new Date(Date.now() - ADMIN_SESSION_IDLE_MS))
    if (json === true) printJson({ accounts })
    else printTable(['name', 'role', 'second step', 'sessions', 'state'], accounts.map(asRow))
    return 0
  },
)

function asRow({ name, role, hasTotp, sessions, isDisabled, hasPassword }: AccountSummary) {
  const state = isDisabled ? 'disabled' : hasPassword ? 'active' : 'link not used'
  return [name, role, hasTotp ? 'code' : 'none', String(sessions), state]
}

/** For a person who lost the password or the authenticator. */
const reset = defineLedgerCommand(
  createStoreCommand(
    'reelhouse admin reset',
    `Takes password, second step and sessions from an account of the admin panel and prints a link
    by which its owner sets a new password: once, and within a day.`,
  )
    .argument('<name>', 'the account')
    .option('--json', 'one line: {"name":…,"role":…,"link":…}'),
  async ({ pool, adminUrl, by }, name, { json }) => {
    const account = await findAccount(pool, { name })
    const token = account && (await resetAccount(pool, account.accountId, by))
    if (account === null || token === null) throw new SetupProblem('There is no such account.')
    printLink({ name, role: account.role, token, adminUrl }, json === true)
    return 0
  },
)

export const commands = { create, reset, list }
