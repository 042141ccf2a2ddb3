// CPU and heap profiles of everything that takes part in a measurement: begun and ended together,
// written to a folder. Measures nothing itself.

import { mkdirSync } from 'node:fs'
import type { AskThreads } from './ask-threads.ts'

export interface Profiles {
  /**
   * Takes part from the next start on, until the returned function is called.
   * @param name empty if its threads have names
   */
  add(name: string, ask: AskThreads): () => void
  start(): Promise<void>
  /** @param name of the measurement: the files' names begin with it */
  stop(name: string): Promise<void>
}

export function createProfiles(folder: string): Profiles {
  mkdirSync(folder, { recursive: true })
  const members = new Map<number, { name: string; ask: AskThreads }>()
  let added = 0
  let started: [string, AskThreads][] = []
  return {
    add(name, ask) {
      const id = ++added
      members.set(id, { name, ask })
      return () => void members.delete(id)
    },
    async start() {
      started = nameApart([...members.values()])
      await Promise.all(started.map(([, ask]) => ask({ kind: 'start' })))
    },
    async stop(name) {
      const prefix = fileName(name)
      await Promise.all(
        started.map(([member, ask]) => ask({ kind: 'stop', folder, name: `${prefix}.${member}` })),
      )
      started = []
    },
  }
}

/** Two members with the same name get a number. */
function nameApart(members: readonly { name: string; ask: AskThreads }[]): [string, AskThreads][] {
  const counts = new Map<string, number>()
  return members.map(({ name, ask }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return [count === 1 ? name : `${name}-${count}`, ask]
  })
}

/** The name in a folder: letters, digits and dashes. */
const fileName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
