// `reelhouse project`: the projects of operators. A new key is printed once; a project is shown
// with its key's fingerprint and never with the key.

import { readFileSync } from 'node:fs'
import { type ParsedSettings, parseSettings, printSettings } from '../core/project-settings.ts'
import { SETTINGS_SCHEMA, type SettingsJson } from '../core/settings-schema.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { KNOWN_NAMES } from '../games/catalogue/known-names.ts'
import { changeProject, rotateKey } from '../ledger/projects/project-changes.ts'
import { createProject, findProject, type Project } from '../ledger/projects/projects.ts'
import { printJson, printLine, printLines, refuseUse } from './command-line.ts'
import { defineLedgerCommand, type Ledger } from './ledger-command.ts'
import { createStoreCommand } from './node/store-access.ts'
import { collect } from './option-values.ts'
import { applyFlags, BadFlag, type SettingFlags } from './project-flags.ts'

const FIELD_NAMES = {
  projectId: 'The project id',
  callbackUrl: 'The callback address',
  allowedNetworks: 'An allowed network',
  defaultLanguage: 'The language',
} as const

export const LOCKED =
  'It is an internal project (PARTNER_LOCKED): its key and its callback are the platform’s own.'

const REFUSALS = {
  PARTNER_LOCKED: LOCKED,
  CREDENTIALS_CHANGED: 'Someone else gave it a new key just now (CREDENTIALS_CHANGED).',
  PROJECT_SETTINGS_CONFLICT:
    'Someone else changed the project just now (PROJECT_SETTINGS_CONFLICT): look at it and repeat.',
} as const

const create = defineLedgerCommand(
  createStoreCommand(
    'reelhouse project create',
    'Creates a project for an operator and prints its api key.',
  )
    .argument('<id>', 'the project')
    .requiredOption(
      '--callback <url>',
      "the operator's wallet; <url>/<currency> is called. https, port 443, public; on the stores " +
        'of an "up" also http and any port on loopback',
    )
    .requiredOption(
      '--allow <cidr>',
      "network the operator's servers call from; may be given more than once",
      collect,
    )
    .option('--json', 'one line: {"project_id":…,"api_key":…}'),
  async (ledger, projectId, options) => {
    const wanted = {
      projectId,
      callbackUrl: options.callback,
      allowedNetworks: options.allow ?? [],
    }
    const created = await createProject(ledger.pool, ledger.masterKey, wanted, ledger)
    if (!created.ok) {
      throw new SetupProblem(`${FIELD_NAMES[created.field]} is refused: ${created.reason}.`)
    }
    const { apiKey } = created.project
    if (options.json === true) printJson({ project_id: projectId, api_key: apiKey })
    else printLine(`Project ${projectId} is created. Its api key: ${apiKey}`)
    return 0
  },
)

const show = defineLedgerCommand(
  createStoreCommand(
    'reelhouse project show',
    `Shows a project: callback, networks, settings, the fingerprint (SHA-256) of its key. Never the
    key.`,
  )
    .argument('<id>', 'the project')
    .option('--json', 'one line; "settings" in it is what "project set --file" reads'),
  async (ledger, projectId, options) => {
    const shown = describeProject(await requireProject(ledger, projectId))
    if (options.json === true) printJson(shown)
    else print(shown)
    return 0
  },
)

function print({ settings, ...fields }: ReturnType<typeof describeProject>): void {
  for (const [name, value] of Object.entries(fields)) {
    const text = Array.isArray(value) ? value.join(' ') : String(value)
    printLine(`${name.padEnd(17)} ${text}`)
  }
  printLines(`settings          ${JSON.stringify(settings, null, 2)}`)
}

const DEADLINE = SETTINGS_SCHEMA.properties!.decisionDeadlineMinutes!.anyOf![0]

const set = defineLedgerCommand(
  createStoreCommand(
    'reelhouse project set',
    `Changes a project; what is not named stays as it is. Nodes act on it at once. Every option that
    makes sense twice may be given more than once.`,
  )
    .argument('<id>', 'the project')
    .option(
      '--provider-rtp <P=level>',
      "the level of a provider's games: provider_a=94.5; none: their natural mathematics",
      collect,
    )
    .option(
      '--personal-rtp <P=on>',
      "every player has a level, starting at the provider's; or off",
      collect,
    )
    .option(
      '--adaptive <P=rule>',
      'the adaptive rule: on, off or JSON; on has the defaults (not certifiable)',
      collect,
    )
    .option(
      '--limit <line>',
      '"S CUR MIN MAX": stake of a round in minor units; S: default, provider:ID or game:ID; ' +
        'MIN may be none; "S CUR none" removes the line',
      collect,
    )
    .option(
      '--game-limit <line>',
      '"ID CUR MIN MAX": the second limit of one game, the same way',
      collect,
    )
    .option(
      '--disable <what>',
      'project (its calls are refused and no round starts; started rounds finish), provider:ID, ' +
        'game:ID, mode:buy or mode:ante',
      collect,
    )
    .option('--enable <what>', 'the same, on again', collect)
    .option(
      '--quota <class=calls>',
      'calls a minute: launch=2400 or launch=default; launch, actions or reports',
      collect,
    )
    .option(
      '--decision-deadline <minutes>',
      `after so many minutes an open decision is made for its player, ${DEADLINE.minimum} to ` +
        `${DEADLINE.maximum}; none: never`,
    )
    .option('--file <file>', 'all of the settings from a JSON file; the options above change them')
    .option('--allow <cidr>', "networks of the operator's servers; all of them", collect)
    .option('--callback <url>', "the operator's wallet; not of an internal project")
    .option('--language <code>', 'of launches that name none')
    .option('--json', 'one line: the project as "project show --json" prints it'),
  async (ledger, projectId, options) => {
    const project = await change(ledger, projectId, options)
    if (options.json === true) printJson(describeProject(project))
    else printLine(`Project ${projectId} is changed; its revision is ${project.revision}.`)
    return 0
  },
)

interface Changes extends SettingFlags {
  file?: string | undefined
  allow?: string[] | undefined
  callback?: string | undefined
  language?: string | undefined
}

async function change(ledger: Ledger, projectId: string, changes: Changes): Promise<Project> {
  const read = await requireProject(ledger, projectId)
  const settings = editSettings(read, changes)
  const { callback: callbackUrl, allow: allowedNetworks, language: defaultLanguage } = changes
  const edit = { settings, callbackUrl, allowedNetworks, defaultLanguage }
  const changed = await changeProject(ledger.pool, ledger.masterKey, read, edit, ledger)
  if (changed.ok) return changed.project
  throw new SetupProblem(
    changed.code === 'INVALID_PROJECT'
      ? `${FIELD_NAMES[changed.field]} is refused: ${changed.reason}.`
      : REFUSALS[changed.code],
  )
}

function editSettings(read: Project, changes: Changes) {
  const { file } = changes
  const base = file === undefined ? read.settings : requireSettings(readSettingsFile(file))
  return requireSettings(
    parseSettings(applyFlagsOrRefuse(printSettings(base), changes), KNOWN_NAMES),
  )
}

function applyFlagsOrRefuse(settings: SettingsJson, flags: SettingFlags): SettingsJson {
  try {
    return applyFlags(settings, flags)
  } catch (error) {
    if (error instanceof BadFlag) refuseUse(error.message)
    throw error
  }
}

function readSettingsFile(file: string): ParsedSettings {
  try {
    return parseSettings(JSON.parse(readFileSync(file, 'utf8')), KNOWN_NAMES)
  } catch (error) {
    throw new SetupProblem(`${file} can't be read: ${(error as Error).message}`)
  }
}

function requireSettings(parsed: ParsedSettings) {
  if (parsed.ok) return parsed.settings
  throw new SetupProblem(`The settings are refused: ${parsed.reason}.`)
}

const rotate = defineLedgerCommand(
  createStoreCommand(
    'reelhouse project rotate-key',
    `Gives a project a new api key and prints it, once. The old key stops working at once, on every
    node; from then on wallet callbacks carry the new one. Internal projects keep theirs.`,
  )
    .argument('<id>', 'the project')
    .option('--json', 'one line: {"project_id":…,"api_key":…}'),
  async (ledger, projectId, options) => {
    const read = await requireProject(ledger, projectId)
    const rotated = await rotateKey(ledger.pool, ledger.masterKey, read, ledger.by)
    if (!rotated.ok) throw new SetupProblem(REFUSALS[rotated.code])
    const { apiKey } = rotated.project
    if (options.json === true) printJson({ project_id: projectId, api_key: apiKey })
    else printLine(`Project ${projectId} has a new api key: ${apiKey}`)
    return 0
  },
)

export async function requireProject(ledger: Ledger, projectId: string): Promise<Project> {
  const project = await findProject(ledger.pool, ledger.masterKey, projectId)
  if (project === null)
    throw new SetupProblem(`There is no project ${projectId} (UNKNOWN_PROJECT).`)
  return project
}

function describeProject(project: Project) {
  return {
    project_id: project.projectId,
    internal: project.internal,
    callback_url: project.callbackUrl,
    allowed_networks: project.allowedNetworks,
    default_language: project.defaultLanguage,
    key_sha256: project.apiKeySha256.toString('hex'),
    revision: project.revision,
    settings: printSettings(project.settings),
  }
}

export const commands = { create, show, set, 'rotate-key': rotate }
