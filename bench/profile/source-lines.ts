// The source line of a compiled function, from the source maps beside the compiled files. Reads
// files only.

import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT_ROOT } from '../../src/environment.ts'
import type { Locate } from './frames.ts'

export function createLocate(): Locate {
  const maps = new Map<string, SourceMap | null>()

  function mapOf(file: string): SourceMap | null {
    const known = maps.get(file)
    if (known !== undefined) return known
    const map = readMap(file)
    maps.set(file, map)
    return map
  }

  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return { file: url, line: url === '' ? 0 : lineNumber + 1 }
    const file = fileURLToPath(url)
    const entry = mapOf(file)?.findEntry(lineNumber, columnNumber)
    if (entry === undefined || !('originalSource' in entry)) {
      return { file: fromRoot(file), line: lineNumber + 1 }
    }
    const source = path.resolve(path.dirname(file), entry.originalSource)
    return { file: fromRoot(source), line: entry.originalLine + 1 }
  }
}

const fromRoot = (file: string) => path.relative(PROJECT_ROOT, file)

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    return null
  }
}
