// Programs that tests need and a machine may lack: found, and installed for a user who is root.
// Must never install one for anyone else. Without Chromium the page tests cannot run; other tests
// without their program are reported as skipped.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from '../src/cli/command-line.ts'
import { canInstallWithApt, findProgram, installWithApt } from '../src/embedded/install-with-apt.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'

/**
 * The Debian package of each program: promtool checks alerts and expressions; pages are opened in
 * the shell of Chromium where there is one (Ubuntu has no such package).
 */
const PACKAGES = {
  promtool: 'prometheus',
  haproxy: 'haproxy',
  'chromium-headless-shell': 'chromium-headless-shell',
} as const

/** Its full path; null if it is missing. */
export const findTestProgram = (program: keyof typeof PACKAGES) => findProgram([program])

export async function installTestPrograms(): Promise<void> {
  if (!canInstallWithApt()) return
  for (const [program, packageName] of Object.entries(PACKAGES)) {
    if (findProgram([program]) === null) await installWithApt(packageName, say)
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

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
  for (const name of BROWSERS) {
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

/** The full path of a Chromium; null if it is missing. */
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
