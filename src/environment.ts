// The environment of a process: the folder of the project and the variables that it was started
// with. The only reader of process.env; the meaning of the variables is in server/config.

import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The folder of package.json. The compiled file is dist/src/environment.js. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '..', '..')

/** True in what `npm run build` makes, which lacks the stores that come from npm. */
export function isPacked(): boolean {
  return 'builtFor' in JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process; an empty value counts as missing. */
export function readEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
}
