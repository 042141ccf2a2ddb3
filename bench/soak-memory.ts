// The memory of everything that takes part in a soak, and the delays of its event loops. Must never
// touch a process beyond its question.

import { privateMemoryOfFamily, processUse, storePids } from './process-use.ts'
import type { ProbeAnswer } from './profile/probe.ts'
import { type Platform, withStores } from './stream-platform.ts'
import type { Program } from './suite/program.ts'

export interface MemoryReading {
  /** Bytes by owner. */
  bytes: Record<string, number>
  /** Delays of an event loop in milliseconds, by thread; empty at the first reading. */
  delayMs: Record<string, { p50: number; p99: number; max: number }>
}

type Probed = Pick<Program<never, never, never>, 'probe' | 'pid'>

/** Every Node thread collects its garbage first. */
export async function createMemoryReader(
  platform: Platform,
  programs: Readonly<Record<string, Probed>>,
): Promise<() => Promise<MemoryReading>> {
  const { postgres } = await withStores(platform, storePids)
  return async () => {
    const reading: MemoryReading = { bytes: {}, delayMs: {} }
    const threads = await platform.ask({ kind: 'memory' })
    reading.bytes['platform, resident'] = residentBytes(platform.pid())
    for (const answer of threads.sort((a, b) => (a.thread < b.thread ? -1 : 1))) {
      note(reading, answer.thread, answer)
    }
    for (const [name, program] of Object.entries(programs)) {
      const answer = await program.probe({ kind: 'memory' })
      reading.bytes[`${name}, resident`] = residentBytes(program.pid)
      note(reading, name, answer)
    }
    reading.bytes['redis, used_memory'] = await usedMemory(platform)
    reading.bytes['postgres, private'] = privateMemoryOfFamily(postgres)
    return reading
  }
}

function note(reading: MemoryReading, name: string, { memory }: ProbeAnswer): void {
  if (memory === undefined) return
  reading.bytes[`${name}, heap`] = memory.heapUsed
  reading.bytes[`${name}, external`] = memory.external
  if (memory.delayMs !== null) reading.delayMs[name] = memory.delayMs
}

const residentBytes = (pid: number) => processUse(pid).memoryMb * 2 ** 20

const usedMemory = (platform: Platform) =>
  withStores(platform, async ({ redis }) =>
    Number((await redis.info('memory')).match(/^used_memory:(\d+)/m)?.[1] ?? 0),
  )
