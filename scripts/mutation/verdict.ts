// The result of a run of mutants: the score of each room, and the survivors without an explanation.
// Must never count an explained survivor as killed.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { alignRows } from '../../bench/printing.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { isIn, type MutatedRoom } from './rooms.ts'

const LOWEST_SCORE = 90
const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'] as const
type Status = MutantResult['status']

/**
 * A survivor that no test can kill, identified by its file, the text of its line and the
 * replacement.
 */
interface Explained {
  readonly file: string
  readonly line: string
  /** "*" for any replacement. */
  readonly becomes: string
  readonly reason: string
}

export function judgeMutants(mutants: readonly MutantResult[], rooms: readonly MutatedRoom[]) {
  const explained = readExplained()
  const scores = [...new Set(rooms.map(({ name }) => name))].map(name => {
    const parts = rooms.filter(room => room.name === name)
    const isOwn = ({ fileName }: MutantResult) =>
      parts.some(({ code }) => isIn(code, relative(fileName)))
    return { name, ...scoreOf(mutants.filter(isOwn)) }
  })
  const unexplained = mutants.filter(isSurvivor).filter(mutant => !isExplained(mutant, explained))
  const isGood = scores.every(({ score }) => score >= LOWEST_SCORE)
  const lines = [
    ...unexplained.map(describeSurvivor),
    '',
    ...alignRows([
      ['room', 'score', 'killed', 'timeout', 'survived', 'no test', 'ignored'],
      ...scores.map(({ name, score, countOf }) => [
        name,
        `${score.toFixed(1)} %`,
        ...STATUSES.map(status => String(countOf(status))),
      ]),
    ]),
    `${unexplained.length} survivors are not explained.`,
  ]
  return { lines, isGood }
}

function scoreOf(mutants: readonly MutantResult[]) {
  const countOf = (status: Status) => mutants.filter(mutant => mutant.status === status).length
  const noticed = countOf('Killed') + countOf('Timeout')
  const missed = countOf('Survived') + countOf('NoCoverage')
  return { score: missed === 0 ? 100 : (100 * noticed) / (noticed + missed), countOf }
}

function isSurvivor({ status }: MutantResult): boolean {
  return status === 'Survived' || status === 'NoCoverage'
}

export function relative(fileName: string): string {
  return path.relative(PROJECT_ROOT, path.resolve(PROJECT_ROOT, fileName))
}

function readExplained(): readonly Explained[] {
  return JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'test/mutation/survivors.json'), 'utf8'))
}

function sourceLine({ fileName, location }: MutantResult): string {
  const lines = readFileSync(path.resolve(PROJECT_ROOT, fileName), 'utf8').split('\n')
  return lines[location.start.line - 1]!.trim()
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isExplained(mutant: MutantResult, explained: readonly Explained[]): boolean {
  const file = relative(mutant.fileName)
  return explained.some(
    one =>
      one.file === file &&
      one.line === sourceLine(mutant) &&
      (one.becomes === '*' || one.becomes === onOneLine(mutant.replacement ?? '')),
  )
}

function describeSurvivor(mutant: MutantResult): string {
  const { line, column } = mutant.location.start
  const { status, mutatorName, replacement = '' } = mutant
  const mark = status === 'NoCoverage' ? 'no test reaches it' : mutatorName
  const place = `${relative(mutant.fileName)}:${line}:${column}`
  return `${place}  ${mark}\n    - ${sourceLine(mutant)}\n    + ${onOneLine(replacement)}`
}
