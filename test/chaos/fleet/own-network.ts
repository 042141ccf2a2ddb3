// The network, mounts and processes of a fleet, apart from those of the machine: only there can
// `serve` as shipped call wallets of the run, because it calls public addresses alone. Nothing in
// it can reach another machine, and nothing of it is left when its first process ends.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '../../../src/embedded/install-with-apt.ts'
import { CERTIFICATE } from '../../support/certificate.ts'

/** Public addresses that lead to this network's loopback; the certificate names them. */
export const WALLET_HOSTS = ['11.0.0.1', '11.0.0.2', '11.0.0.3'] as const

const UNSHARE = findProgram(['unshare'])
const IP = findProgram(['ip'])
const INSIDE = 'REELHOUSE_FLEET_INSIDE'
const APART = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
/** Without root: the same user, with the rights of root in what is apart. */
const UNPRIVILEGED = ['--map-current-user', '--keep-caps']

export const isInside = () => process.env[INSIDE] === '1'

/** False where a program is missing, or this user may not have a network apart. */
export function canGoInside(): boolean {
  if (UNSHARE === null || IP === null) return false
  try {
    execFileSync(UNSHARE, [...options(), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const options = () => [...(process.getuid?.() === 0 ? [] : UNPRIVILEGED), ...APART]

/** Runs this program with its arguments again, inside; resolves with its exit code. */
export async function runInside(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-ca-'))
  const authority = path.join(folder, 'ca.pem')
  writeFileSync(authority, CERTIFICATE)
  const [file, ...args] = process.argv.slice(1)
  const child = spawn(UNSHARE!, [...options(), process.execPath, file!, ...args], {
    // The channel tells it of a signal to this process, which `unshare` does not pass on.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [INSIDE]: '1', NODE_EXTRA_CA_CERTS: authority },
  })
  const stop = () => child.connected && child.disconnect()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => resolve(signal === null ? (exitCode ?? 1) : 1))
  })
  rmSync(folder, { recursive: true })
  return code
}

/** Inside, once: loopback works, and the wallets' addresses lead to it. */
export function openNetwork(): void {
  const ip = (...args: string[]) => execFileSync(IP!, args, { stdio: ['ignore', 'ignore', 2] })
  ip('link', 'set', 'lo', 'up')
  for (const host of WALLET_HOSTS) ip('address', 'add', `${host}/32`, 'dev', 'lo')
}

/** The channel to the process outside closes when it is asked to stop, or is gone. */
export const stopAsked = () =>
  new Promise<void>(resolve => process.once('disconnect', () => resolve()))

/** A small disk that is this run's alone. */
export function mountDisk(folder: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0755`, 'fleet-disk', folder])
}

/** Also while a file on it is open. */
export const unmountDisk = (folder: string) => execFileSync('umount', ['--lazy', folder])
