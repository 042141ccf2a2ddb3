// Answers questions about the thread it runs in: CPU and heap profiles, memory, delays of its event
// loop. Must never change what the thread does.

import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, threadId, workerData } from 'node:worker_threads'

export type ProbeQuestion =
  /** Starts both profiles. */
  | { kind: 'start' }
  /** Ends both and writes them to the folder; the file name is this name and then the thread's. */
  | { kind: 'stop'; folder: string; name: string }
  /** After a garbage collection. The delays are those since the last such question. */
  | { kind: 'memory' }

export interface ProbeAnswer {
  thread: string
  memory?: ReturnType<typeof readMemory>
}

const SAMPLE_US = 1_000
const SAMPLE_BYTES = 65_536
const DELAY_RESOLUTION_MS = 10

/**
 * The name of this thread in a process with several: the first is the front end, and one with a
 * work mark is a lane.
 */
export function nameThread(): string {
  if (isMainThread) return 'front-end'
  const isLane = JSON.stringify(workerData ?? null).includes('"workMark"')
  return `${isLane ? 'lane' : 'thread'}-${threadId}`
}

let session: Session | null = null
let delays: IntervalHistogram | null = null

export async function answerProbe(question: ProbeQuestion, thread: string): Promise<ProbeAnswer> {
  if (question.kind === 'memory') return { thread, memory: readMemory() }
  if (question.kind === 'start') await startProfiles()
  else await writeProfiles(path.join(question.folder, `${question.name}${thread}`))
  return { thread }
}

async function startProfiles(): Promise<void> {
  // A session that was never stopped belongs to a measurement that was interrupted.
  session?.disconnect()
  session = new Session()
  session.connect()
  await post('Profiler.enable')
  await post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  await post('HeapProfiler.enable')
  await post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLE_BYTES,
    // Without these flags only what is still held at the end would be included.
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await post('Profiler.start')
}

/** Writes the profiles of the threads that ran when they began; those of later threads are missing. */
async function writeProfiles(file: string): Promise<void> {
  if (session === null) return
  const cpu = await post<{ profile: object }>('Profiler.stop')
  const heap = await post<{ profile: object }>('HeapProfiler.stopSampling')
  session.disconnect()
  session = null
  writeFileSync(`${file}.cpuprofile`, JSON.stringify(cpu.profile))
  writeFileSync(`${file}.heapprofile`, JSON.stringify(heap.profile))
}

function post<Answer>(method: string, options: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    session!.post(method, options, (error, answer) => {
      if (error === null) resolve(answer as Answer)
      else reject(new Error(`${method}: ${error.message}`))
    })
  })
}

/**
 * `heapUsed`: bytes of the thread's own objects; `external`: bytes that they hold outside its heap,
 * in buffers and native parts.
 */
function readMemory() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return { heapUsed, external, delayMs: readDelays() }
}

/** Null at the first question, when watching begins. */
function readDelays(): { p50: number; p99: number; max: number } | null {
  if (delays === null) {
    delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
    delays.enable()
    return null
  }
  // The histogram has the timer's whole delay, and the timer is never due before its resolution,
  // which is subtracted.
  const late = (ns: number) => Math.max(0, ns / 1e6 - DELAY_RESOLUTION_MS)
  const read = {
    p50: late(delays.percentile(50)),
    p99: late(delays.percentile(99)),
    max: delays.max === 0 ? 0 : late(delays.max),
  }
  delays.reset()
  return read
}

let gc: (() => void) | null = null

export function collectGarbage(): void {
  if (gc === null) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('gc') as () => void
  }
  gc()
}
