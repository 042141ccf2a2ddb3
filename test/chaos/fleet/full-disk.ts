// A disk without a free byte, for a time. Touches no file but the one it makes.

import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

/** A young server has fewer unused files of its log. */
const SEGMENTS_MADE = 4
const FILL_BYTES = 1024 * 1024

export interface FullDisk {
  /** There is room again. */
  empty(): void
}

/** @param ask the server whose files are on the disk; it may fail */
export async function fillDisk(
  disk: string,
  ask: (sql: string) => Promise<unknown>,
): Promise<FullDisk> {
  const ballast = path.join(disk, 'ballast')
  await fill(ballast)
  // Its log goes on in files that it has made before: it asks for new ones.
  for (let left = SEGMENTS_MADE; left > 0; left--) {
    await ask('SELECT pg_switch_wal()').catch(() => {})
  }
  return { empty: () => rmSync(ballast) }
}

/** Writes until the disk has no block left. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  const bytes = Buffer.alloc(FILL_BYTES)
  try {
    for (;;) await handle.writeFile(bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}
