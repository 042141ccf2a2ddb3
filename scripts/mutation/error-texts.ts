// Leaves out the texts of errors that only a programmer reads: `throw new RangeError('…')`. Whether
// the error is thrown, and of which kind, is still mutated.

import type { Ignorer } from '@stryker-mutator/api/ignore'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The part of Babel's path that is used. */
interface Path {
  node: { type: string; callee?: { type: string; name?: string } }
  parentPath: Path | null
}

const TEXTS = new Set(['StringLiteral', 'TemplateLiteral'])
const ERRORS = new Set(['Error', 'RangeError', 'TypeError', 'SyntaxError'])

const ignorer: Ignorer = {
  shouldIgnore(found) {
    const { node, parentPath } = found as Path
    const callee = parentPath?.node.callee
    if (!TEXTS.has(node.type) || callee === undefined) return undefined
    const isError = callee.type === 'Super' || ERRORS.has(callee.name ?? '')
    return isError ? 'the text of an error' : undefined
  },
}

export const errorTextIgnorer = declareValuePlugin(PluginKind.Ignore, 'error-texts', ignorer)
