// `reelhouse project set`: changes a project in its present state; what is not named stays.

import { readFileSync } from 'node:fs'
import { type ParsedSettings, parseSettings, printSettings } from '../../core/project-settings.ts'
import { SETTINGS_SCHEMA, type SettingsJson } from '../../core/settings-schema.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { KNOWN_NAMES } from '../../games/catalogue/known-names.ts'
import { changeProject } from '../../ledger/projects/project-changes.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { collect } from '../option-values.ts'
import { describeProject, type Ledger, LOCKED, requireProject, withLedger } from './access.ts'
import { applyFlags, BadFlag, type SettingFlags } from './flags.ts'

const DEADLINE = SETTINGS_SCHEMA.properties!.decisionDeadlineMinutes!.anyOf![0]

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

export const command = defineCommand(
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
      '"S CUR MIN MAX": stake of a round in minor units; S: default, provider:ID or game:ID; MIN ' +
        'may be none; ' +
        '"S CUR none" removes the line',
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
        'game:ID, ' +
        'mode:buy or mode:ante',
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
  (projectId, options) =>
    withLedger('project set', options, async ledger => {
      const project = await change(ledger, projectId, options)
      if (options.json === true) printJson(describeProject(project))
      else printLine(`Project ${projectId} is changed; its revision is ${project.revision}.`)
      return 0
    }),
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
