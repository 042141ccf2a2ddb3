// Everything that a person can do in the panel: which roles may do it, and whether the accounts of
// an operator may do it in their project. The only such table: it decides each request, is printed
// in docs/admin.md and gives the panel its buttons. Pure.

import { ACCOUNT_ROLES, type AccountRole } from '../../core/account-role.ts'

interface ActionRow {
  /** A sentence's end for the documents: "may …". */
  readonly what: string
  readonly roles: readonly AccountRole[]
  /** `project`: also accounts of an operator, in their project. `platform`: never. */
  readonly reach: 'project' | 'platform'
}

const EVERYONE = ACCOUNT_ROLES
const OWNER = ['owner'] as const
/** What is played, and where it runs. */
const RUNNING = ['owner', 'release'] as const
/** What players ask for. */
const CARE = ['owner', 'support'] as const
const FIGURES = ['owner', 'finance', 'viewer'] as const
const ON_DUTY = ['owner', 'release', 'support'] as const
/** What is owed. */
const MONEY = ['owner', 'support', 'finance'] as const

const ofProject = (roles: readonly AccountRole[], what: string) =>
  ({ what, roles, reach: 'project' }) as const
const ofPlatform = (roles: readonly AccountRole[], what: string) =>
  ({ what, roles, reach: 'platform' }) as const

export const ACTIONS = {
  'account.own': ofProject(EVERYONE, 'change the own password, second step and sessions'),
  'people.change': ofProject(OWNER, 'see and change the accounts of other people'),
  'audit.read': ofProject(EVERYONE, 'read the audit log'),
  'audit.verify': ofPlatform(EVERYONE, 'check that the audit log is whole'),
  'api.read': ofProject(EVERYONE, 'read the document of this API'),

  'overview.read': ofPlatform(EVERYONE, 'see what nodes, stores and wallets do'),
  'project.read': ofProject(EVERYONE, 'see projects, their settings and wallet checks'),
  'project.create': ofPlatform(OWNER, 'create a project'),
  'project.change': ofPlatform(RUNNING, 'change the settings of a project'),
  'project.address': ofPlatform(
    OWNER,
    'change where a project’s wallet is, and from which networks its key may be used',
  ),
  'key.change': ofPlatform(
    OWNER,
    'see and replace the key of a project, its signing keys and its certificate',
  ),
  'wallet.test': ofProject(ON_DUTY, 'test the connection to a wallet'),
  'wallet.check': ofProject(RUNNING, 'begin and stop a run of the wallet’s checks'),

  'pause.read': ofProject(EVERYONE, 'see what is paused'),
  'pause.set': ofProject(ON_DUTY, 'pause; accounts of an operator only their project'),
  'pause.lift': ofProject(
    RUNNING,
    'lift a pause; accounts of an operator only one that their own people set',
  ),

  'round.read': ofProject(EVERYONE, 'see rounds, replays, dispute packs and wallet calls'),
  'round.driver': ofPlatform(EVERYONE, 'ask which node drives a round'),
  'round.push': ofProject(MONEY, 'make the next attempt of a round now'),
  'round.put-back': ofPlatform(CARE, 'bring a round that was set aside back in play'),
  'round.cancel': ofProject(MONEY, 'cancel a round and give its bet back'),

  'search.read': ofProject(EVERYONE, 'find rounds, players and grants by their ids'),
  'player.read': ofProject(EVERYONE, 'see players'),
  'player.note': ofProject(CARE, 'write and delete notes, give and take tags'),
  'player.block': ofProject(CARE, 'block a player, and lift the block'),
  'session.end': ofProject(CARE, 'end sessions of a player'),
  'level.change': ofProject(OWNER, 'set the level of a player'),
  'bet-limit.change': ofProject(CARE, 'set the bet limits of a player'),
  'grant.change': ofProject(CARE, 'give and cancel free spins'),
  'target.change': ofProject(OWNER, 'schedule and cancel target outcomes'),

  'report.read': ofProject(FIGURES, 'read reports and their files'),
} as const satisfies Record<string, ActionRow>

export type AdminAction = keyof typeof ACTIONS
export const ADMIN_ACTIONS = Object.keys(ACTIONS) as readonly AdminAction[]

type OfReach<Reach extends ActionRow['reach']> = {
  [Name in AdminAction]: (typeof ACTIONS)[Name]['reach'] extends Reach ? Name : never
}[AdminAction]
/** What accounts of an operator may do too. */
export type ProjectAction = OfReach<'project'>
export type PlatformAction = OfReach<'platform'>

/** @param projectId null: an account of the platform */
export function mayDo(
  { role, projectId }: { role: AccountRole; projectId: string | null },
  action: AdminAction,
): boolean {
  const { roles, reach }: ActionRow = ACTIONS[action]
  return roles.includes(role) && (projectId === null || reach === 'project')
}

/** The table of docs/admin.md: a row for each action, in Markdown. */
export function printActions(): string {
  const rows = Object.entries<ActionRow>(ACTIONS).map(([action, { what, roles, reach }]) => {
    const marks = ACCOUNT_ROLES.map(role => (roles.includes(role) ? 'yes' : ''))
    return [`\`${action}\``, what, ...marks, reach === 'project' ? 'yes' : '']
  })
  const head = ['action', 'may', ...ACCOUNT_ROLES, 'operators']
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
