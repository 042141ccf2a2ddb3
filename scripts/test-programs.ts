// Programs that single tests need and a machine may lack: found, and installed where that is easy.
// Tests without their program are reported as skipped.

import { say } from '../src/cli/command-line.ts'
import { canInstallWithApt, findProgram, installWithApt } from '../src/embedded/install-with-apt.ts'

/** The Debian package of each program: promtool checks alerts and expressions. */
const PACKAGES = { promtool: 'prometheus', haproxy: 'haproxy' } as const

/** Its full path; null if it is missing. */
export const findTestProgram = (program: keyof typeof PACKAGES) => findProgram([program])

export async function installTestPrograms(): Promise<void> {
  if (!canInstallWithApt()) return
  for (const [program, packageName] of Object.entries(PACKAGES)) {
    if (findProgram([program]) === null) await installWithApt(packageName, say)
  }
}
