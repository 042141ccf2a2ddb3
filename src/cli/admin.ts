// `reelhouse admin`: the accounts of the admin panel. One-time links are printed and stored nowhere
// else: the person who has the link sets the password.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { linkOf } from '../admin/link.ts'
import { ACCOUNT_ROLES } from '../core/account-role.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import {
  ACCOUNT_NAME,
  type Account,
  type AccountSummary,
  createAccount,
  findAccount,
  listAccounts,
  resetAccount,
} from '../ledger/admin/accounts.ts'
import { ADMIN_ACCOUNTS_MAX, ADMIN_SESSION_IDLE_MS, PROJECT_ACCOUNTS_MAX } from '../limits/admin.ts'
import { readSettings } from '../server/settings/secret-files.ts'
import { printJson, printLine, printTable, say } from './command-line.ts'
import { defineLedgerCommand } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { oneOf } from './option-values.ts'

const REFUSALS = {
  taken: 'There is an account of this name already: "admin reset" gives it a new link.',
  'too-many':
    `There are ${ADMIN_ACCOUNTS_MAX} accounts of the platform, or ${PROJECT_ACCOUNTS_MAX} of the ` +
    'project: no more are kept.',
  'unknown-project': 'There is no such project.',
} as const

const create = defineLedgerCommand(
  createStoreCommand(
    'reelhouse admin create',
    `Makes an account of the admin panel and prints a link by which its owner sets a password: once,
    and within a day. What each role may do is in docs/admin.md. With --project it is an account of
    that operator: it reaches this project only, and signs in at the operators' panel as
    name@project.`,
  )
    .argument('<name>', 'to sign in with: 1 to 64 of a-z, 0-9, ".", "_", "@" and "-"', readName)
    .option('--role <role>', ACCOUNT_ROLES.join(', '), oneOf(ACCOUNT_ROLES), 'viewer' as const)
    .option('--project <id>', "an operator's project; otherwise an account of the platform")
    .option('--json', 'one line: {"name":…,"role":…,"link":…}'),
  async ({ pool, by, adminUrl }, given, { role, project: projectId = null, json }) => {
    if (projectId !== null && given.includes('@')) throw new SetupProblem(NO_AT)
    const created = await createAccount(pool, { name: given, role, projectId }, by)
    if (created.kind === 'refused') throw new SetupProblem(REFUSALS[created.cause])
    const { account, link } = created
    printLink({ account, token: link, adminUrl }, json === true)
    return 0
  },
)

function readName(text: string): string {
  if (ACCOUNT_NAME.test(text)) return text
  throw new InvalidArgumentError('It is 1 to 64 of a-z, 0-9, ".", "_", "@" and "-".')
}

const NO_AT = 'The name of an operator\'s account has no "@": the project is put behind it.'

interface Link {
  account: Pick<Account, 'name' | 'role' | 'projectId'>
  token: string
  /** Null: the address of the panel was not given. */
  adminUrl: string | null
}

function printLink(
  { account: { name, role, projectId }, token, adminUrl }: Link,
  asJson: boolean,
): void {
  const [setting, url] =
    projectId === null
      ? ['ADMIN_URL', adminUrl]
      : ['OPERATOR_PANEL_URL', readSettings().OPERATOR_PANEL_URL ?? null]
  const link = linkOf(url ?? '', token)
  if (asJson) {
    printJson({ name, role, link })
    return
  }
  say(`A link for ${name} (${role}), good once and for a day:`)
  printLine(link)
  if (url === null) say(`It begins with the panel's address: set ${setting} to have it whole.`)
}

/** Shows no secret. */
const list = defineLedgerCommand(
  createStoreCommand(
    'reelhouse admin list',
    'Shows the accounts of the admin panel: role, second step, sessions, and whether one is ' +
      'disabled.',
  )
    .option('--project <id>', "those of an operator's project; otherwise those of the platform")
    .option('--json', 'one line: {"accounts":[…]}'),
  async ({ pool }, { project = null, json }) => {
    const liveSince = new Date(Date.now() - ADMIN_SESSION_IDLE_MS)
    const accounts = await listAccounts(pool, project, liveSince)
    if (json === true) printJson({ accounts })
    else printTable(['name', 'role', 'second step', 'sessions', 'state'], accounts.map(asRow))
    return 0
  },
)

function asRow({ name, role, hasTotp, hasIdentity, sessions, ...account }: AccountSummary) {
  const { isDisabled, hasPassword } = account
  const step = hasIdentity ? 'provider' : hasTotp ? 'code' : 'none'
  const state = isDisabled ? 'disabled' : hasPassword ? 'active' : 'link not used'
  return [name, role, step, String(sessions), state]
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
  async ({ pool, by, adminUrl }, name, { json }) => {
    const account = await findAccount(pool, { name })
    const token = account && (await resetAccount(pool, account.accountId, by))
    if (account === null || token === null) throw new SetupProblem('There is no such account.')
    printLink({ account, token, adminUrl }, json === true)
    return 0
  },
)

export const commands = { create, reset, list }
