// Installs a Debian/Ubuntu package for a user who is already root, and reports it. Must never start
// the package's service, and never asks for more rights than the user has.

import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { readEnvironment } from '../environment.ts'

/** Prints a line for the person at the screen; progress never goes to stdout. */
export type Say = (line: string) => void

const execute = promisify(execFile)
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024
const POLICY = '/usr/sbin/policy-rc.d'

/** The full path of the first program found on PATH. */
export function findProgram(names: readonly string[]): string | null {
  const folders = (readEnvironment().PATH ?? '').split(path.delimiter)
  // A service user's PATH often lacks the folders of servers.
  for (const folder of [
    ...folders,
    '/usr/local/bin',
    '/usr/bin',
    '/usr/sbin',
    '/opt/homebrew/bin',
  ]) {
    for (const name of names) {
      const file = path.join(folder, name)
      if (path.isAbsolute(file) && existsSync(file)) return file
    }
  }
  return null
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

export function canInstallWithApt(): boolean {
  return isRoot() && findProgram(['apt-get']) !== null
}

/** Null when it worked, otherwise the output of apt-get. */
async function runApt(args: readonly string[]): Promise<string | null> {
  const env = { ...readEnvironment(), DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await execute('apt-get', ['-q', ...args], { env, maxBuffer: OUTPUT_MAX_BYTES })
    return null
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return stderr?.trim() || message
  }
}

/** dpkg asks this program whether it may start services; 101 is no. */
async function withoutServices<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (existsSync(POLICY)) return work()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const remove = () => rmSync(POLICY, { force: true })
  process.on('exit', remove)
  try {
    return await work()
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** True when it is installed now. */
export function installWithApt(packageName: string, say: Say): Promise<boolean> {
  say(`${packageName} is missing; installing it with apt-get (its system service stays off) ...`)
  const install = () => runApt(['install', '-y', '--no-install-recommends', packageName])
  return withoutServices(async () => {
    if ((await install()) === null) return true
    // A fresh container has no package lists yet.
    const complaint = (await runApt(['update'])) ?? (await install())
    if (complaint !== null) say(`apt-get failed: ${complaint}`)
    return complaint === null
  })
}
