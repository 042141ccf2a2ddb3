// Finds the browser of the page tests, or installs it for a user who is root. Must never install a
// browser for anyone else; it prints the command to run instead.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from '../src/cli/command-line.ts'
import { canInstallWithApt, findProgram, installWithApt } from '../src/embedded/install-with-apt.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * Ubuntu's `chromium` package is a placeholder that works only with snap, so the program is tried.
 */
function works(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

function findOnPath(): string | null {
  for (const name of NAMES) {
    const program = findProgram([name])
    if (program !== null && works(program)) return program
  }
  return null
}

/** The browser that playwright downloads, if it was installed. */
async function findPlaywrights(): Promise<string | null> {
  const { chromium } = await import('playwright-core')
  const program = chromium.executablePath()
  return existsSync(program) ? program : null
}

/** The full path of a Chromium; null when there is none. */
async function findBrowser(): Promise<string | null> {
  return findOnPath() ?? (await findPlaywrights())
}

function installWithPlaywright(): void {
  say('Chromium is missing; installing it with playwright ...')
  execFileSync('npx', ['playwright-core', 'install', '--with-deps', 'chromium'], {
    stdio: ['ignore', 2, 2],
  })
}

export async function requireBrowser(): Promise<string> {
  const found = await findBrowser()
  if (found !== null) return found
  if (canInstallWithApt()) {
    if (await installWithApt('chromium', say)) {
      const installed = findOnPath()
      if (installed !== null) return installed
    }
    installWithPlaywright()
    const installed = await findPlaywrights()
    if (installed !== null) return installed
  }
  throw new SetupProblem(
    'The page tests need Chromium: run "npx playwright-core install --with-deps chromium" ' +
      '(or sudo apt-get install -y chromium) and start again.',
  )
}
