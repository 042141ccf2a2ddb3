// What a project has switched off, as one list of names in JSON: the project itself, providers,
// games, kinds of game mode. Must not decide what a switch prevents.

import { type KnownNames, readName, refuse, splitName } from './settings-reader.ts'

export interface Switches {
  /**
   * False: its operator's calls are refused and no round starts; rounds that have started finish.
   */
  readonly enabled: boolean
  readonly disabledProviders: readonly string[]
  readonly disabledGames: readonly string[]
  /** Kinds of game mode that are off: players can't buy a feature, or can't play the ante bet. */
  readonly disabledModes: readonly DisabledMode[]
}

const MODES = ['ante', 'buy'] as const
type DisabledMode = (typeof MODES)[number]
const PROJECT = 'project'

export function printDisabled(switches: Switches): string[] {
  return [
    ...(switches.enabled ? [] : [PROJECT]),
    ...switches.disabledProviders.map(provider => `provider:${provider}`),
    ...switches.disabledGames.map(gameId => `game:${gameId}`),
    ...switches.disabledModes.map(mode => `mode:${mode}`),
  ]
}

export function readDisabled(names: readonly string[], known: KnownNames | undefined): Switches {
  const off = {
    enabled: !names.includes(PROJECT),
    disabledProviders: [] as string[],
    disabledGames: [] as string[],
    disabledModes: [] as DisabledMode[],
  }
  for (const [index, text] of names.entries()) {
    const place = `disabled[${index}]`
    const [kind, name] = splitName(text)
    if (kind === 'provider') off.disabledProviders.push(readName(name, place, known?.providers))
    else if (kind === 'game') off.disabledGames.push(readName(name, place, known?.games))
    else if (kind === 'mode') off.disabledModes.push(readMode(name, place))
    if (names.indexOf(text) !== index) refuse(place, `${text} a second time`)
  }
  return off
}

function readMode(name: string, place: string): DisabledMode {
  const mode = MODES.find(each => each === name)
  const reason = `${JSON.stringify(name)} is not one of ${MODES.join(', ')}`
  return mode ?? refuse(place, reason, 'unknown-name')
}
