// The nodes of a run: processes that are killed, drained and stopped, and started again as a
// supervisor would. Records a node that exits by itself.

import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { holdPort } from '../support/held-port.ts'

const RESTART_PAUSE_MS = 300
/** A node that cannot start while a store is unavailable is tried again. */
const START_DEADLINE_MS = 60_000
const DRAIN_DEADLINE_MS = 40_000
const LAST_WORDS_CHARS = 2_000

/** What a node runs. */
export interface NodeProgram {
  args: readonly string[]
  /** The line on its standard output once it listens. */
  ready: RegExp
}

export interface ChaosNode {
  readonly index: number
  readonly baseUrl: string
  /** The address of its panel. */
  readonly internalUrl: string
  /** The address of its readiness check. */
  readonly probesPort: number
  readonly logFile: string
  isUp(): boolean
  pid(): number
  start(): Promise<void>
  /** Of its next starts. */
  use(program: NodeProgram): void
  /**
   * One start that may be refused, with variables of this start alone; the last output of a node
   * that ended instead of listening, otherwise null.
   */
  tryStart(env: Readonly<Record<string, string>>): Promise<string | null>
  kill(): Promise<void>
  drain(): Promise<void>
  pause(ms: number): Promise<void>
  /** Times it exited before it was ready because a store was unavailable. */
  failedStarts(): number
  /** The last output of every unexpected exit. */
  ownEnds(): readonly string[]
}

/** A node of this checkout, with lanes that can be harmed. */
const HARMED_NODE: NodeProgram = {
  args: [fileURLToPath(import.meta.resolve('./node.js'))],
  ready: /^ready$/m,
}

/** @param env its settings, all but the address; PUBLIC_URL when a proxy is in front of it */
export async function createNode(
  index: number,
  folder: string,
  env: Record<string, string>,
  given = HARMED_NODE,
): Promise<ChaosNode> {
  let program = given
  const port = String(await holdPort())
  const baseUrl = `http://127.0.0.1:${port}`
  const logFile = path.join(folder, `node-${index}.log`)
  const [internalPort, probesPort] = [await holdPort(), await holdPort()]
  const ports = { INTERNAL_PORT: String(internalPort), PROBES_PORT: String(probesPort) }
  const address = { HOST: '127.0.0.1', PORT: port, ...ports }
  const settings = { PUBLIC_URL: baseUrl, ...env, ...address }
  const ownEnds: string[] = []
  let failedStarts = 0
  let isUp = false
  let isWanted = false
  let child: ChildProcess | null = null
  let ended: Promise<void> = Promise.resolve()

  /** True once it listens, false when it exited instead. */
  function launch(own: Readonly<Record<string, string>> = {}): Promise<boolean> {
    const log = openSync(logFile, 'a', 0o600)
    const started = spawn(process.execPath, program.args, {
      env: { PATH: process.env.PATH, ...settings, ...own },
      // Signals of a terminal go to the run only; the closed channel ends the node when the run is
      // gone for any reason.
      detached: true,
      stdio: ['ignore', 'pipe', log, 'ipc'],
    })
    closeSync(log)
    child = started
    ended = new Promise(resolve => started.once('exit', () => resolve()))
    void ended.then(() => {
      const wasUp = isUp
      isUp = false
      if (wasUp && isWanted) {
        const how = started.signalCode ?? `code ${started.exitCode}`
        ownEnds.push(`${how}: ${lastWords()}`)
        void start().catch(error => ownEnds.push(String(error)))
      }
    })
    return new Promise(resolve => {
      let said = ''
      started.stdout!.on('data', chunk => {
        said += chunk
        if (program.ready.test(said)) resolve(true)
      })
      void ended.then(() => resolve(false))
    })
  }

  async function start(): Promise<void> {
    isWanted = true
    const deadline = performance.now() + START_DEADLINE_MS
    while (isWanted) {
      if (await launch()) {
        isUp = true
        return
      }
      failedStarts++
      if (performance.now() > deadline) throw new Error(`node ${index} can't start: see ${logFile}`)
      await sleep(RESTART_PAUSE_MS)
    }
  }

  const lastWords = () => readFileSync(logFile, 'utf8').slice(-LAST_WORDS_CHARS)

  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false
    isUp = false
    child?.kill(signal)
    await ended
  }

  return {
    index,
    baseUrl,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    probesPort,
    logFile,
    isUp: () => isUp,
    pid: () => child!.pid!,
    start,
    use(next) {
      program = next
    },
    async tryStart(own) {
      isWanted = true
      const late = sleep(START_DEADLINE_MS, null, { ref: false })
      const hasStarted = await Promise.race([launch(own), late])
      if (hasStarted === null) await end('SIGKILL')
      isUp = hasStarted === true
      return isUp ? null : lastWords()
    },
    kill: () => end('SIGKILL'),
    async drain() {
      const late = sleep(DRAIN_DEADLINE_MS, true, { ref: false })
      if (await Promise.race([end('SIGTERM').then(() => false), late])) {
        ownEnds.push('SIGTERM did not end it in time')
        await end('SIGKILL')
      }
    },
    async pause(ms) {
      child?.kill('SIGSTOP')
      await sleep(ms)
      child?.kill('SIGCONT')
    },
    failedStarts: () => failedStarts,
    ownEnds: () => ownEnds,
  }
}
