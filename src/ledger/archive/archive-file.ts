// A month of finished rounds as a file: lines of JSON, compressed with gzip; the first line
// describes the file. Each round's line has what the ledger reads of it; amounts and numbers above
// 2^53 are texts. Uses no database.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isMonth } from '../../core/month.ts'
import type { Round } from '../../round/round.ts'
import type { Row } from '../database/column.ts'
import type { OwnedRound } from '../rounds/recovery-work.ts'
import { readRound } from '../rounds/round-columns.ts'

/** One line of an archive: a round with its choices. */
const ARCHIVE_LINE_BYTES = 64 * 1024

const FORMAT = 'reelhouse-rounds-1'

export interface ArchiveHead {
  format: typeof FORMAT
  month: string
  /** The database it comes from: `home`, or its shards. */
  database: string
}

export interface WrittenArchive {
  file: string
  sha256: string
  rounds: number
  /** Compressed size. */
  bytes: number
}

export type ArchivedRound = OwnedRound & { round: Round }

/** The file is damaged or not the expected one; the message names the problem. */
export class BadArchive extends Error {}

export const archiveName = (month: string, database: string) =>
  `rounds-${month}-${database.replaceAll(',', '_')}.jsonl.gz`

/**
 * Writes the file and, beside it, its checksum in the format of `sha256sum -c`. Neither appears
 * before it is complete and on disk.
 * @param rows as the ledger reads them, with `project_id` and `player_id`
 */
export async function writeArchive(
  folder: string,
  head: Omit<ArchiveHead, 'format'>,
  rows: AsyncIterable<Row>,
): Promise<WrittenArchive> {
  const file = path.join(folder, archiveName(head.month, head.database))
  const part = `${file}.${process.pid}.part`
  const hash = createHash('sha256')
  let rounds = 0
  let bytes = 0
  async function* lines() {
    yield `${JSON.stringify({ format: FORMAT, ...head })}\n`
    for await (const row of rows) {
      rounds++
      yield `${JSON.stringify({ ...row, seed: Buffer.from(row.seed as Buffer).toString('hex') })}\n`
    }
  }
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    measured,
    createWriteStream(part, { flags: 'wx' }),
  )
  await toDisk(part)
  const sha256 = hash.digest('hex')
  await rename(part, file)
  await writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`)
  await toDisk(`${file}.sha256`)
  await toDisk(folder)
  return { file, sha256, rounds, bytes }
}

async function toDisk(place: string): Promise<void> {
  const handle = await open(place)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The checksum of the file in its current state. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The checksum stored beside the file; null without one. */
export async function readChecksum(file: string): Promise<string | null> {
  const text = await readFile(`${file}.sha256`, 'utf8').catch(() => null)
  return text === null ? null : (/^[0-9a-f]{64}/.exec(text)?.[0] ?? null)
}

/** The ids of its rounds. Throws BadArchive. */
export async function* readArchivedIds(file: string): AsyncGenerator<string> {
  for await (const { roundId } of readArchive(file)) yield roundId
}

/** Its first line, then every round. Throws BadArchive. */
export async function* readArchive(file: string): AsyncGenerator<ArchivedRound> {
  await stat(file).catch(() => {
    throw new BadArchive(`There is no file ${file}.`)
  })
  const unpacked = createReadStream(file).pipe(createGunzip())
  const lines = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })
  let isFirst = true
  try {
    for await (const line of lines) {
      if (isFirst) requireHead(file, line)
      else yield readLine(file, line)
      isFirst = false
    }
  } catch (error) {
    if (error instanceof BadArchive) throw error
    throw new BadArchive(`${file} can't be unpacked: ${(error as Error).message}`)
  } finally {
    lines.close()
    unpacked.destroy()
  }
  if (isFirst) throw new BadArchive(`${file} is empty.`)
}

function requireHead(file: string, line: string): void {
  const head = parse(file, line) as Partial<ArchiveHead>
  if (head.format !== FORMAT || !isMonth(String(head.month))) {
    throw new BadArchive(`${file} is no archive of rounds that this version reads.`)
  }
}

function readLine(file: string, line: string): ArchivedRound {
  const row = parse(file, line)
  const round = readRound({ ...row, seed: Buffer.from(String(row.seed), 'hex') })
  return {
    projectId: row.project_id as string,
    playerId: row.player_id as string,
    roundId: round.intent.roundId,
    round,
  }
}

function parse(file: string, line: string): Row {
  if (line.length > ARCHIVE_LINE_BYTES) throw new BadArchive(`${file} has a line that is too long.`)
  try {
    return JSON.parse(line) as Row
  } catch {
    throw new BadArchive(`${file} has a line that is no JSON.`)
  }
}
