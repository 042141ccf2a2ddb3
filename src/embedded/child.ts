// Starts, watches and ends one child program. A child has its own process group, so that a
// terminal's Ctrl-C reaches this process first and the node can drain; a child must never outlive a
// normal end.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { readEnvironment } from '../environment.ts'
import { waitForEnd } from './running-program.ts'

export interface ChildOptions {
  command: string
  args: readonly string[]
  folder: string
  /** Its output is added here; the last lines explain a failed start. */
  logFile: string
  /** Asks for an orderly end: SIGTERM for Redis, SIGINT ("fast") for Postgres. */
  stopSignal: NodeJS.Signals
  /** Run as this user; only root may ask for it. */
  user?: { uid: number; gid: number } | undefined
  /** Variables that it gets besides those of every child. */
  env?: Readonly<Record<string, string>>
}

export interface Child {
  pid: number
  /** Settles when the program has ended, whatever ended it. */
  ended: Promise<void>
  hasEnded(): boolean
  stop(): Promise<void>
}

/** A child that answers at an address. */
export interface Store extends Child {
  url: string
  port: number
}

/** Redis and Postgres write their last pages within this time, then they are killed. */
const STOP_DEADLINE_MS = 20_000
/** A longer log is moved aside at the next start; one older log is kept. */
const LOG_MAX_BYTES = 10 * 1024 * 1024

const living = new Set<{ program: ChildProcess; stopSignal: NodeJS.Signals }>()

// The last step of every end of this process that runs JavaScript: exit(), an uncaught error, a
// second Ctrl-C.
process.on('exit', () => {
  for (const { program, stopSignal } of living) program.kill(stopSignal)
})

/** Resolves once the program runs (not: once it answers); rejects when it can't be started. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openLog(options.logFile)
  const program = spawn(options.command, options.args, {
    cwd: options.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...childEnvironment(), ...options.env },
    ...options.user,
  })
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    program.once('spawn', resolve)
    program.once('error', reject)
  })
  const entry = { program, stopSignal: options.stopSignal }
  living.add(entry)
  const ended = new Promise<void>(resolve => {
    program.once('exit', () => {
      living.delete(entry)
      resolve()
    })
  })
  return {
    pid: program.pid!,
    ended,
    hasEnded: () => !living.has(entry),
    stop: () => stopChild(program, ended, options.stopSignal),
  }
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_MAX_BYTES) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/**
 * A minimal environment instead of ours: MASTER_KEY must not be in a child that others may inspect.
 */
export function childEnvironment(): Record<string, string> {
  return { PATH: readEnvironment().PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

async function stopChild(program: ChildProcess, ended: Promise<void>, signal: NodeJS.Signals) {
  if (program.exitCode !== null || program.signalCode !== null) return
  program.kill(signal)
  const kill = setTimeout(() => program.kill('SIGKILL'), STOP_DEADLINE_MS)
  await ended
  clearTimeout(kill)
}

/**
 * Ends a child that a killed run left behind. `signals` are tried in order, each with its time; the
 * caller has made sure that the id really is that child's.
 */
export async function stopOrphan(
  pid: number,
  signals: readonly [NodeJS.Signals, number][],
): Promise<boolean> {
  for (const [signal, deadlineMs] of signals) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
      return false
    }
    if (await waitForEnd(pid, deadlineMs)) return true
  }
  return false
}

/**
 * Removes the prefix of Redis, "4711:M 21 Nov 2026 06:05:09.001 # ", and of Postgres, "2026-11-21
 * 06:05:09.001 UTC [4711] ".
 */
const LOG_PREFIX = /^(\d+:\w+ .*? [*#] |\d{4}-\d\d-\d\d \S+ \w+ \[\d+\] )/
const COMPLAINT = /FATAL|PANIC|Fatal|Bad file|Could not|Can't|rror|denied|No space/

/** Why a child did not start, from the end of its log: its last complaint, else its last line. */
export function lastComplaint(logFile: string): string {
  try {
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20)
    const line = lines.findLast(text => COMPLAINT.test(text)) ?? lines.at(-1) ?? ''
    return line.replace(LOG_PREFIX, '').trim()
  } catch {
    return 'it wrote no log'
  }
}
