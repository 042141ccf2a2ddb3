// The bet limits of a project as JSON: one entry for each scope, or game, and currency. Must not
// decide which limit applies to a bet (bet-limits does).

import {
  type GameLimit,
  type LimitScope,
  type ProjectLimit,
  parseStakeBounds,
  type StakeBounds,
} from './bet-limits.ts'
import { CURRENCIES, type Currency, isCurrency } from './money.ts'
import {
  type KnownNames,
  readList,
  readName,
  readObject,
  refuse,
  splitName,
} from './settings-fields.ts'

export type ProjectLimitJson = { scope: string } & BoundsJson
export type GameLimitJson = { game: string } & BoundsJson

interface BoundsJson {
  currency: string
  min: string | null
  max: string
}

export function readProjectLimits(json: unknown, known: KnownNames | undefined): ProjectLimit[] {
  return readLines(json, 'projectLimits', 'scope', (scope, place) => ({
    scope: readScope(scope, place, known),
  }))
}

export function readGameLimits(json: unknown, known: KnownNames | undefined): GameLimit[] {
  return readLines(json, 'gameLimits', 'game', (game, place) => ({
    gameId: readName(game, place, known?.games),
  }))
}

export function printProjectLimit(limit: ProjectLimit): ProjectLimitJson {
  return { scope: printScope(limit.scope), ...printBounds(limit) }
}

export function printGameLimit(limit: GameLimit): GameLimitJson {
  return { game: limit.gameId, ...printBounds(limit) }
}

/** One entry for each scope (or game) and currency. */
function readLines<Scope extends object>(
  json: unknown,
  place: string,
  scopeName: string,
  readLineScope: (value: unknown, place: string) => Scope,
): (Scope & StakeBounds & { currency: Currency })[] {
  const seen = new Set<string>()
  return readList(json, place).map((value, index) => {
    const here = `${place}[${index}]`
    const line = readObject(value, here, [scopeName, 'currency', 'min', 'max'])
    const scope = readLineScope(line[scopeName], `${here}.${scopeName}`)
    const { currency } = line
    if (!isCurrency(currency)) refuse(`${here}.currency`, `one of ${CURRENCIES.join(', ')}`)
    const bounds = parseStakeBounds(line.min ?? null, line.max)
    if (bounds === null) {
      refuse(here, 'min (or null) and max are minor units as texts of digits, min at most max')
    }
    const covered = `${line[scopeName]} ${currency}`
    if (seen.has(covered)) refuse(here, `a second line for ${covered}`)
    seen.add(covered)
    return { ...scope, currency, ...bounds }
  })
}

function readScope(value: unknown, place: string, known: KnownNames | undefined): LimitScope {
  const [kind, name] = splitName(value)
  if (value === 'default') return { kind: 'default' }
  if (kind === 'provider') return { kind, provider: readName(name, place, known?.providers) }
  if (kind === 'game') return { kind, gameId: readName(name, place, known?.games) }
  return refuse(place, 'default, provider:<id> or game:<id>')
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
