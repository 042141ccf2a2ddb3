// Runs inside the namespaces of without-network.ts: `packed-node.js <packed folder> <sockets>
// <port>…` starts the packed `serve`, sends it an operator's calls, ends it, and prints the results
// as one JSON line.

import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { openWayIn } from './without-network.ts'

const [folder = '', sockets = '', ...ports] = process.argv.slice(2)
const base = `http://127.0.0.1:${process.env.PORT}`
const probes = `http://127.0.0.1:${process.env.PROBES_PORT}`

for (const port of ports) await openWayIn(sockets, Number(port))
const node = spawn(process.execPath, [path.join(folder, 'reelhouse.mjs'), 'serve', '--json'], {
  stdio: ['ignore', 'pipe', 'pipe'],
})
let stderr = ''
node.stderr.on('data', text => {
  stderr += text
})
const ended = new Promise<number | null>(resolve => node.on('close', resolve))
const firstLine = new Promise<string>(resolve => node.stdout.once('data', resolve))
const ready = await Promise.race([firstLine, ended])
const asked = typeof ready === 'number' || ready === null ? null : await ask()
node.kill('SIGTERM')
const code = await ended
const seen = { ready: String(ready), asked, code, stderr, hasNetwork: await reachesOutside() }
process.stdout.write(`${JSON.stringify({ ...seen, canWrite: canWrite(folder) })}\n`)
process.exit(0)

/** Repeated as a balancer does: a busy machine may take longer than one readiness check waits. */
async function ask() {
  let readyz = await statusOf(`${probes}/readyz`)
  while (readyz !== 200) readyz = await statusOf(`${probes}/readyz`)
  const [lobby, docs] = await Promise.all([statusOf(`${base}/`), statusOf(`${base}/docs`)])
  return { readyz, lobby, docs }
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

/** An address of the documentation's range: without a network there is no route to it. */
function reachesOutside(): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '192.0.2.1', port: 443 })
    socket.on('error', ({ code: cause }: NodeJS.ErrnoException) => resolve(cause !== 'ENETUNREACH'))
    socket.on('connect', () => resolve(true))
  })
}

function canWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}
