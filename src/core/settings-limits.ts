// The bet limits of a project as JSON: one line for each scope, or game, and currency. Must not
// decide which limit applies to a bet (bet-limits does).

import {
  type GameLimit,
  type LimitScope,
  type ProjectLimit,
  parseStakeBounds,
  type StakeBounds,
} from './bet-limits.ts'
import type { Currency } from './money.ts'
import { type KnownNames, readName, refuse, splitName } from './settings-reader.ts'
import type { SettingsJson } from './settings-schema.ts'

type ProjectLimitJson = SettingsJson['projectLimits'][number]
type GameLimitJson = SettingsJson['gameLimits'][number]
type BoundsJson = Pick<GameLimitJson, 'currency' | 'min' | 'max'>

export function readProjectLimits(
  lines: readonly ProjectLimitJson[],
  known: KnownNames | undefined,
): ProjectLimit[] {
  refuseRepeated(lines, 'projectLimits', ({ scope }) => scope)
  return lines.map((line, index) => ({
    scope: readScope(line.scope, `projectLimits[${index}].scope`, known),
    ...readBounds(line, `projectLimits[${index}]`),
  }))
}

export function readGameLimits(
  lines: readonly GameLimitJson[],
  known: KnownNames | undefined,
): GameLimit[] {
  refuseRepeated(lines, 'gameLimits', ({ game }) => game)
  return lines.map((line, index) => ({
    gameId: readName(line.game, `gameLimits[${index}].game`, known?.games),
    ...readBounds(line, `gameLimits[${index}]`),
  }))
}

function refuseRepeated<Line extends BoundsJson>(
  lines: readonly Line[],
  place: string,
  nameOf: (line: Line) => string,
): void {
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const covered = `${nameOf(line)} ${line.currency}`
    if (seen.has(covered)) refuse(`${place}[${index}]`, `a second line for ${covered}`)
    seen.add(covered)
  }
}

function readBounds({ currency, min, max }: BoundsJson, place: string) {
  const bounds = parseStakeBounds(min, max)
  return bounds === null ? refuse(place, 'min is at most max') : { currency, ...bounds }
}

function readScope(text: string, place: string, known: KnownNames | undefined): LimitScope {
  const [kind, name] = splitName(text)
  if (kind === 'default') return { kind }
  return kind === 'provider'
    ? { kind, provider: readName(name, place, known?.providers) }
    : { kind: 'game', gameId: readName(name, place, known?.games) }
}

export function printProjectLimit(limit: ProjectLimit): ProjectLimitJson {
  return { scope: printScope(limit.scope), ...printBounds(limit) }
}

export function printGameLimit(limit: GameLimit): GameLimitJson {
  return { game: limit.gameId, ...printBounds(limit) }
}

export function printScope(scope: LimitScope): string {
  if (scope.kind === 'default') return 'default'
  return scope.kind === 'provider' ? `provider:${scope.provider}` : `game:${scope.gameId}`
}

function printBounds({
  currency,
  minMinor,
  maxMinor,
}: StakeBounds & { currency: Currency }): BoundsJson {
  return { currency, min: minMinor?.toString() ?? null, max: maxMinor.toString() }
}
