// Times one piece of work: operations a second and CPU an operation, here and in a server process.

import { processUse } from './process-use.ts'

export interface Measured {
  name: string
  opsASecond: number
  /** CPU of this process, all its threads, microseconds an operation. */
  cpuUs: number
  /** CPU of the server that did the other half; null if there is none. */
  serverCpuUs: number | null
}

/** CPU seconds a server has used so far. */
export type ReadServerCpu = () => number

export const serverCpu = (pid: number): ReadServerCpu => {
  return () => processUse(pid).cpuSeconds
}

/**
 * Runs `round` repeatedly for the time and divides by the number of operations that it returns. The
 * first tenth of the time warms up and is not counted.
 */
export async function measure(
  name: string,
  forMs: number,
  round: () => number | Promise<number>,
  readServer: ReadServerCpu | null = null,
): Promise<Measured> {
  await runFor(forMs / 10, round)
  const serverBefore = readServer?.() ?? 0
  const cpuBefore = process.cpuUsage()
  const startedMs = performance.now()
  const operations = await runFor(forMs, round)
  const seconds = (performance.now() - startedMs) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const server = readServer === null ? null : readServer() - serverBefore
  return {
    name,
    opsASecond: operations / seconds,
    cpuUs: (cpu.user + cpu.system) / operations,
    serverCpuUs: server === null ? null : (server * 1e6) / operations,
  }
}

async function runFor(forMs: number, round: () => number | Promise<number>): Promise<number> {
  const until = performance.now() + forMs
  let operations = 0
  while (performance.now() < until) operations += await round()
  return operations
}

export function printMeasured(rows: readonly Measured[]): string {
  const head = `${'piece'.padEnd(46)}${'ops/s'.padStart(12)}${'us CPU here'.padStart(14)}`
  return [
    `${head}${'us CPU server'.padStart(16)}`,
    ...rows.map(({ name, opsASecond, cpuUs, serverCpuUs }) => {
      const server = serverCpuUs === null ? '' : serverCpuUs.toFixed(1)
      return (
        name.padEnd(46) +
        opsASecond.toFixed(0).padStart(12) +
        cpuUs.toFixed(2).padStart(14) +
        server.padStart(16)
      )
    }),
  ].join('\n')
}
