// `reelhouse project set`: changes a project as it stands now; what is not named stays.

import { readFileSync } from 'node:fs'
import { type ParsedSettings, parseSettings, printSettings } from '../../core/project-settings.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { GAMES } from '../../games/catalogue/games.ts'
import { changeProject, type Project } from '../../ledger/projects/projects.ts'
import { PROVIDERS } from '../../operator/player-rtp/schema.ts'
import {
  printJson,
  printLine,
  readArguments,
  refuseUse,
  STORE_HELP,
  STORE_OPTIONS,
} from '../command-line.ts'
import { describeProject, LOCKED, requireProject, withLedger } from './access.ts'
import { applyFlags, BadFlag, type SettingFlags } from './flags.ts'

const HELP = `
reelhouse project set <id> [options]

Changes a project; what is not named stays as it is. Nodes act on it at once.

  --provider-rtp P=94.5|none   the level of a provider's games; none: their natural mathematics
  --personal-rtp P=on|off      every player has a level, starting at the provider's
  --adaptive P=on|off|JSON     the adaptive rule; on has the defaults (not certifiable)
  --limit 'S CUR MIN MAX'      stake of a round in minor units; S: default, provider:ID or game:ID;
                               MIN may be none; 'S CUR none' removes the line
  --game-limit 'ID CUR MIN MAX'  the second limit of one game, the same way
  --disable X, --enable X      X: provider:ID, game:ID, mode:buy or mode:ante
  --quota launch=2400|default  calls a minute; launch, actions or reports
  --file F                     all of the settings from a JSON file; the flags above change them
  --allow CIDR                 networks of the operator's servers; all of them
  --callback URL               the operator's wallet; not of an internal project
  --language CODE              of launches that name none
                               every option that makes sense twice may be given more than once
${STORE_HELP}
                       with addresses, MASTER_KEY must be the one of the nodes
  --json               one line: the project as "project show --json" prints it
  --help               this text
`

const REPEATED = { type: 'string', multiple: true } as const
const OPTIONS = {
  ...STORE_OPTIONS,
  'provider-rtp': REPEATED,
  'personal-rtp': REPEATED,
  adaptive: REPEATED,
  limit: REPEATED,
  'game-limit': REPEATED,
  disable: REPEATED,
  enable: REPEATED,
  quota: REPEATED,
  file: { type: 'string' },
  allow: REPEATED,
  callback: { type: 'string' },
  language: { type: 'string' },
  json: { type: 'boolean' },
} as const

const KNOWN = { providers: PROVIDERS, games: GAMES.map(game => game.id) }

const FIELD_NAMES = {
  callbackUrl: 'The callback address',
  allowedNetworks: 'An allowed network',
  defaultLanguage: 'The language',
} as const

const REFUSALS = {
  PARTNER_LOCKED: LOCKED,
  PROJECT_SETTINGS_CONFLICT:
    'Someone else changed the project just now (PROJECT_SETTINGS_CONFLICT): look at it and repeat.',
} as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values, positionals } = parsed
  const [projectId] = positionals
  if (projectId === undefined) return refuseUse('The project id is missing.').exitCode
  try {
    return await withLedger('project set', values, async ledger => {
      const read = await requireProject(ledger, projectId)
      const settings = editSettings(read, values)
      const { callback: callbackUrl, allow: allowedNetworks, language: defaultLanguage } = values
      const edit = { settings, callbackUrl, allowedNetworks, defaultLanguage }
      const changed = await changeProject(ledger.pool, ledger.masterKey, read, edit, ledger)
      if (!changed.ok) {
        throw new SetupProblem(
          changed.code === 'INVALID_PROJECT'
            ? `${FIELD_NAMES[changed.field]} is refused: ${changed.reason}.`
            : REFUSALS[changed.code],
        )
      }
      if (values.json === true) printJson(describeProject(changed.project))
      else
        printLine(`Project ${projectId} is changed; its revision is ${changed.project.revision}.`)
      return 0
    })
  } catch (error) {
    if (error instanceof BadFlag) return refuseUse(error.message).exitCode
    throw error
  }
}

function editSettings(read: Project, values: SettingFlags & { file?: string | undefined }) {
  const base =
    values.file === undefined ? read.settings : requireSettings(readSettingsFile(values.file))
  return requireSettings(parseSettings(applyFlags(printSettings(base), values), KNOWN))
}

function readSettingsFile(file: string): ParsedSettings {
  try {
    return parseSettings(JSON.parse(readFileSync(file, 'utf8')), KNOWN)
  } catch (error) {
    throw new SetupProblem(`${file} can't be read: ${(error as Error).message}`)
  }
}

function requireSettings(parsed: ParsedSettings) {
  if (parsed.ok) return parsed.settings
  throw new SetupProblem(`The settings are refused: ${parsed.reason}.`)
}
