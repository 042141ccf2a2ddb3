// What a process finds around it: where the project lies and the variables it was started with. The
// one reader of process.env; what the variables mean is server/config's.

import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Where package.json lies. The compiled file is dist/src/environment.js. */
export const PROJECT_ROOT = path.resolve(import.meta.dirname, '..', '..')

/** What `npm run build` makes, without the stores that come from npm. */
export function isPacked(): boolean {
  return 'builtFor' in JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process; an empty value counts as missing. */
export function readEnvironment(): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
}
