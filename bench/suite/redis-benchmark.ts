// redis-benchmark, which comes with Redis: one command as often as asked, on one connection.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Milliseconds that these calls took, as the program reports; `__rand_int__` in an argument is
 * replaced by one of the players' numbers.
 * @param calls a multiple of `atOnce`: otherwise it may take the rest of a pipeline for lost
 * connections and stop
 */
export async function runRedisBenchmark(
  url: URL,
  calls: number,
  players: number,
  argv: readonly string[],
  atOnce: number,
): Promise<number> {
  const who = url.password === '' ? [] : ['-a', decodeURIComponent(url.password)]
  const at = ['-h', url.hostname, '-p', url.port || '6379', ...who]
  const options = ['-n', calls, '-r', players, '-c', 1, '-P', atOnce, '--csv'].map(String)
  const { stdout } = await promisify(execFile)('redis-benchmark', [...at, ...options, ...argv])
  // The name of the test, the first field, is the command including its quotation marks.
  const [, rate] = /"([0-9.]+|inf)"(?:,"[0-9.]+"){6}$/.exec(stdout.trim()) ?? []
  // It counts whole milliseconds, and these calls took none.
  if (rate === 'inf') return 1
  const aSecond = Number(rate)
  if (!(aSecond > 0)) throw new Error(`redis-benchmark said: ${stdout}`)
  return (calls * 1000) / aSecond
}
