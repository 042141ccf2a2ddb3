// A program in separate namespaces: no network but its own loopback, every existing file system
// read-only, and no other program found by its name. It reaches only the given ports outside, each
// through a Unix socket.

import { execFileSync, spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'

/** `$0` is Node, `$1` the program; the rest are its arguments. */
const INSIDE = `set -e
ip link set lo up
mount --make-rprivate /
mount -o remount,bind,ro /
mount -o bind,ro "$2" "$2" && mount -o remount,bind,ro "$2"
PATH=/nowhere exec "$0" "$@"`
const UNSHARE = ['--map-root-user', '--mount', '--net']

/** Why this system cannot do it: no such namespaces, no `ip`; null: it can. */
export function findObstacle(folder: string): string | null {
  try {
    execFileSync(
      'unshare',
      [...UNSHARE, 'sh', '-c', INSIDE, process.execPath, '--version', folder],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    return null
  } catch (error) {
    return `no separate namespaces: ${(error as Error).message}`
  }
}

/** @param folder made read-only, wherever it is mounted; the program's second argument */
export function startWithoutNetwork(
  program: string,
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
) {
  return spawn(
    'unshare',
    [...UNSHARE, 'sh', '-c', INSIDE, process.execPath, program, folder, ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/**
 * Makes the outer loopback `port` reachable at a socket in `folder`; returns a function that ends
 * it.
 */
export async function openWayOut(folder: string, port: number): Promise<() => void> {
  const server = createServer(inner => pipe(inner, connect(port, '127.0.0.1')))
  await new Promise<void>(resolve => server.listen(socketFile(folder, port), resolve))
  return () => server.close()
}

/** The other end, inside: the same port of the loopback there. */
export async function openWayIn(folder: string, port: number): Promise<AddressInfo> {
  const server = createServer(outer => pipe(outer, connect(socketFile(folder, port))))
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return server.address() as AddressInfo
}

function socketFile(folder: string, port: number): string {
  return path.join(folder, `${port}.socket`)
}

function pipe(one: ReturnType<typeof connect>, other: ReturnType<typeof connect>): void {
  for (const socket of [one, other]) socket.on('error', () => {})
  one.pipe(other).on('close', () => one.destroy())
  other.pipe(one).on('close', () => other.destroy())
}
