// Prints the values of a project as lines of text, for comparison side by side.

import type {
  ProjectLimit,
  ProjectValues,
  ProviderRtp,
} from '../../../../src/admin/projects/schema.ts'
import { printMinor } from '../../parts/minor-input.tsx'
import { fill } from '../../texts/bilingual.ts'
import type { ValueName } from './draft.ts'
import type { PROJECT_TEXTS } from './texts.ts'

export type ProjectTexts = (typeof PROJECT_TEXTS)['en']

/** One line per part; never empty. */
export function printValue(name: ValueName, value: unknown, texts: ProjectTexts): string[] {
  const lines = linesOf(name, value, texts)
  return lines.length === 0 ? [texts.nothing] : lines
}

function linesOf(name: ValueName, value: unknown, texts: ProjectTexts): string[] {
  const given = { [name]: value } as Partial<ProjectValues>
  if (given.rtp !== undefined) {
    return Object.entries(given.rtp).map(
      ([provider, rtp]) => `${provider}: ${printRtp(rtp, texts)}`,
    )
  }
  if (given.projectLimits !== undefined) {
    return given.projectLimits.map(line => `${line.scope} ${printBounds(line, texts)}`)
  }
  if (given.gameLimits !== undefined) {
    return given.gameLimits.map(line => `${line.game} ${printBounds(line, texts)}`)
  }
  if (given.callsPerMinute !== undefined) {
    return Object.entries(given.callsPerMinute).map(([each, calls]) => `${each}: ${calls}`)
  }
  if (given.playProfile !== undefined) {
    return Object.entries(given.playProfile).map(([each, rule]) => `${each}: ${printRule(rule)}`)
  }
  if (name === 'betCancel') {
    return [given.betCancel ? fill(texts.betCancelText, given.betCancel) : texts.asNodes]
  }
  if (value === null) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

const printRule = (rule: unknown) => (typeof rule === 'string' ? rule : JSON.stringify(rule))

function printRtp({ level, personal, adaptive }: ProviderRtp, texts: ProjectTexts): string {
  const parts = [level === null ? texts.natural : `${level} %`]
  if (personal) parts.push(texts.personalShort)
  if (adaptive !== null) {
    const { windowRounds, lowerAbove, restoreBelow, step, floorBelowStart } = adaptive
    parts.push(
      `${texts.adaptiveShort} (${windowRounds}, ${lowerAbove}/${restoreBelow}, ${step}, ` +
        `−${floorBelowStart})`,
    )
  }
  return parts.join(', ')
}

type Bounds = Pick<ProjectLimit, 'currency' | 'min' | 'max'>

function printBounds({ currency, min, max }: Bounds, texts: ProjectTexts): string {
  const { from, upTo, between } = texts.limits
  const bounds = { min: printMinor(min ?? ''), max: printMinor(max) }
  if (max === '') return `${currency} ${fill(from, bounds)}`
  return `${currency} ${fill(min === null ? upTo : between, bounds)}`
}
