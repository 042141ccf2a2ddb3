// Reads the files of deploy/ for the tests that compare them with the code.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { readConfig } from '../../src/server/settings/config.ts'

export const DEPLOY = path.join(PROJECT_ROOT, 'deploy')
export const CHART = path.join('helm', 'reelhouse')
export const UNITS = ['reelhouse.service', 'reelhouse@.service', 'reelhouse-migrate.service']

export function readDeployed(name: string): string {
  return readFileSync(path.join(DEPLOY, name), 'utf8')
}

/** By their paths below deploy/. */
export function listDeployed(ending: RegExp): string[] {
  const files = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' })
  return files.filter(name => ending.test(name)).sort()
}

/** Every setting that a node reads. */
export function knownSettings(): ReadonlySet<string> {
  const names = new Set<string>()
  const asked = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        names.add(String(name))
        return undefined
      },
      ownKeys: () => [],
    },
  )
  readConfig(asked)
  return names
}

/** NAME=value lines; an empty value has to be filled in. */
export function readEnvFile(name: string): Record<string, string> {
  const lines = readDeployed(name).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, key, value]) => [key, value]))
}

/** All values of one directive of a unit, in their order. */
export function directives(unit: string, name: string): string[] {
  const lines = readDeployed(path.join('systemd', unit)).matchAll(/^(\w+)=(.*)$/gm)
  return [...lines].filter(([, key]) => key === name).map(([, , value]) => value!)
}
