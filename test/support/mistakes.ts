// Mistakes on purpose, as the lists in test/mistakes/*.txt have them: one edit of one source each,
// and what must find it. Plants them in copies only; must never write to the sources.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'esbuild'
import { PROJECT_ROOT } from '../../src/environment.ts'

export interface Mistake {
  name: string
  file: string
  /** Occurs once in the file. */
  right: string
  wrong: string
  /** Test files, the most likely ones first; or the simulator, or the mathematics of a game. */
  foundBy: readonly string[]
}

export const SIMULATOR = 'the simulator'
export const LISTS = path.join(PROJECT_ROOT, 'test', 'mistakes')

/**
 * A list has `found by:` and `in:` lines, which hold for all mistakes below them. A mistake is its
 * name, the right lines with `- ` and the wrong ones with `+ `, as in a patch: parts of lines, or
 * whole lines that are left out where there are no wrong ones.
 */
export function readMistakes(): Mistake[] {
  const lists = readdirSync(LISTS).filter(name => name.endsWith('.txt'))
  return lists.flatMap(name => readList(readFileSync(path.join(LISTS, name), 'utf8')))
}

function readList(text: string): Mistake[] {
  let [file, foundBy]: [string, string[]] = ['', []]
  const found: Mistake[] = []
  for (const part of text.split('\n\n')) {
    file = /^in: (.*)$/m.exec(part)?.[1] ?? file
    foundBy = /^found by: (.*)$/m.exec(part)?.[1]?.split(', ') ?? foundBy
    const [name = '', ...lines] = part.split('\n').filter(line => !/^(found by|in): /.test(line))
    const edit = (sign: string) =>
      lines.filter(line => line.startsWith(sign)).map(line => line.slice(2))
    const [right, wrong] = [edit('-'), edit('+')]
    if (right.length === 0) continue
    const end = wrong.length === 0 ? '\n' : ''
    found.push({ name, file, right: right.join('\n') + end, wrong: wrong.join('\n'), foundBy })
  }
  return found
}

/** The compiled file with the mistake in it; throws unless the text occurs exactly once. */
export function plantMistake({ name, file, right, wrong }: Mistake): string {
  const source = readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
  const count = source.split(right).length - 1
  if (count !== 1) throw new Error(`"${name}": its text occurs ${count} times in ${file}`)
  const planted = source.replace(right, () => wrong)
  if (!file.endsWith('.ts')) return planted
  const { code } = transformSync(planted, { loader: 'ts', target: 'node20', format: 'esm' })
  return code.replace(/((?:from|import)\s*\(?\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2')
}
