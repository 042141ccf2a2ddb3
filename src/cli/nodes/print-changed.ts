// How a change of running nodes is reported. Exit code 1: not all of them apply it yet.

import { printJson, printLine } from '../command-line.ts'
import type { Changed } from './change.ts'

export function printChanged({ nodes, isDone }: Changed, name: string, isJson: boolean): number {
  if (isJson) printJson({ done: isDone, nodes })
  else {
    for (const { node, settings, problem } of nodes) {
      printLine(
        `${node}  ${name} ${settings[name] ?? 'as usual'}${problem === null ? '' : `  ${problem}`}`,
      )
    }
    if (nodes.length === 0) printLine('No such node runs now; it holds for those that start.')
    else if (!isDone) printLine('Not all of them act on it yet.')
  }
  return isDone ? 0 : 1
}
