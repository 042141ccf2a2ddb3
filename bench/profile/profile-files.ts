// The files of profiles: draws a flame graph beside each .cpuprofile and .heapprofile of a folder.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawFlameGraph } from './flame-graph.ts'
import { type Locate, type ProfileTree, readCpuProfile, readHeapProfile } from './frames.ts'
import { createLocate } from './source-lines.ts'

const READERS: Readonly<Record<string, (text: string, locate: Locate) => ProfileTree>> = {
  '.cpuprofile': (text, locate) => readCpuProfile(JSON.parse(text), locate),
  '.heapprofile': (text, locate) => readHeapProfile(JSON.parse(text), locate),
}
const DRAWN: Readonly<Record<string, string>> = {
  '.cpuprofile': '.cpu.svg',
  '.heapprofile': '.heap.svg',
}

/** @param isWanted by the file's name */
export function drawProfiles(folder: string, isWanted: (file: string) => boolean): void {
  const locate = createLocate()
  for (const file of readdirSync(folder).filter(isWanted).sort()) {
    const { ext, name } = path.parse(file)
    const read = READERS[ext]
    if (read === undefined) continue
    const tree = read(readFileSync(path.join(folder, file), 'utf8'), locate)
    writeFileSync(path.join(folder, `${name}${DRAWN[ext]}`), drawFlameGraph(name, tree))
  }
}
