// Puts a mistake into a copy of a source and compiles it, to prove that a check can fail. Must
// never write to the sources.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'esbuild'
import { PROJECT_ROOT } from '../../src/environment.ts'

/**
 * The compiled file with one text replaced.
 * @param file below the project, as source
 * @param right occurs in it exactly once, so that a list of mistakes stays up to date with the code
 */
export function plantMistake(file: string, right: string, wrong: string): string {
  const source = readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
  const places = source.split(right).length - 1
  if (places !== 1) throw new Error(`"${right}" is ${places} times in ${file}`)
  const { code } = transformSync(
    source.replace(right, () => wrong),
    { loader: 'ts', target: 'node20', format: 'esm' },
  )
  return code.replace(/(from\s+["']\.[^"']*)\.ts(["'])/g, '$1.js$2')
}
