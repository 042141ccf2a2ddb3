// Recognises programs of the operating system by their id: alive or not, started when, with which
// command line. Must never end a program; a process id alone is no proof, because ids are reused.

import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}

function askPs(pid: number, column: string): string | null {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const args = ['-o', `${column}=`, '-p', String(pid)]
    return execFileSync('ps', args, { encoding: 'utf8', stdio: [...stdio] }).trim() || null
  } catch {
    return null
  }
}

/** Fields of /proc/<pid>/stat after the name, which may hold spaces: [0] is the state. */
function statFields(pid: number): string[] | null {
  const stat = readProc(pid, 'stat')
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A zombie (ended, but not collected yet by a careless init) counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = statFields(pid)?.[0]
  return state !== 'Z' && state !== 'X'
}

/**
 * When it started, as the system reports it; together with the id it names one program for good.
 */
export function startMark(pid: number): string | null {
  const fields = statFields(pid)
  if (fields === null) return askPs(pid, 'lstart')
  // Field 22 of stat counts from the boot of the machine, so the boot is part of the mark.
  const boot = readProcBoot()
  return `${boot}:${fields[19]}`
}

function readProcBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** The command line with spaces between its words; empty when it can't be read. */
export function commandLine(pid: number): string {
  const line = readProc(pid, 'cmdline')
  return line === null ? (askPs(pid, 'args') ?? '') : line.replaceAll('\0', ' ')
}

/** The folder that it works in; null where the system has no /proc. */
export function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** True once it has ended, false when it still runs after the deadline. */
export async function waitForEnd(pid: number, deadlineMs: number): Promise<boolean> {
  const deadline = performance.now() + deadlineMs
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

/** The id in the first line of a pid file; null when the file has no id. */
export function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 1 ? pid : null
  } catch {
    return null
  }
}
