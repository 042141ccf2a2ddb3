// Leaves out the texts of errors that only a programmer reads: `throw new RangeError('…')`. Whether the
// error is thrown, and of which kind, is still mutated.

import type { Ignorer } from '@stryker-mutator/api/ignore'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The part of Babel's path that is asked. */
interface Path {
  node: { type: string; callee?: { type: string; name?: string } }
  parentPath: Path | null
}

const TEXTS = new Set(['StringLiteral', 'TemplateLiteral'])
const ERRORS = new Set(['Error', 'RangeError', 'TypeError', 'SyntaxError'])

const ignorer: Ignorer = {
  shouldIgnore(found) {
    const { node, parentPath } = found as Path
    if (!TEXTS.has(node.type) || parentPath?.node.type !== 'NewExpression') return undefined
    const name = parentPath.node.callee?.name
    return name !== undefined && ERRORS.has(name) ? 'the text of an error' : undefined
  },
}

export const errorTextIgnorer = declareValuePlugin(PluginKind.Ignore, 'error-texts', ignorer)
