// Looks for promtool, which checks alerts and expressions, and installs it where that is easy. Its tests say
// that they are skipped where it is missing: whoever changes no alert needs none.

import { say } from '../src/cli/command-line.ts'
import { canInstallWithApt, findProgram, installWithApt } from '../src/embedded/install-with-apt.ts'

export const findPromtool = () => findProgram(['promtool'])

export async function installPromtool(): Promise<void> {
  if (findPromtool() === null && canInstallWithApt()) await installWithApt('prometheus', say)
}
