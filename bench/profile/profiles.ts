// CPU and heap profiles of everything that takes part in a measurement: begun and ended together,
// written to a folder; and the parent's side of a probed process, which passes a question to all
// its threads. Measures nothing itself, and must never end a process.

import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProbeAnswer, ProbeQuestion } from './probe.ts'
import type { ProbeMessage } from './probe-threads.ts'

export type Profiles = ReturnType<typeof createProfiles>

export function createProfiles(folder: string) {
  mkdirSync(folder, { recursive: true })
  const members = new Map<number, { name: string; ask: AskThreads }>()
  let added = 0
  let started: [string, AskThreads][] = []
  return {
    /**
     * Takes part from the next start on, until the returned function is called.
     * @param name empty if its threads have names
     */
    add(name: string, ask: AskThreads) {
      const id = ++added
      members.set(id, { name, ask })
      return () => void members.delete(id)
    },
    async start(): Promise<void> {
      started = nameApart([...members.values()])
      await Promise.all(started.map(([, ask]) => ask({ kind: 'start' })))
    },
    /** @param name of the measurement: the files' names begin with it */
    async stop(name: string): Promise<void> {
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

export type AskThreads = (question: ProbeQuestion) => Promise<ProbeAnswer[]>

/** Node's arguments with which every thread answers; the process needs an `ipc` among its stdio. */
export const PROBED = [
  '--import',
  pathToFileURL(path.join(import.meta.dirname, 'probe-threads.js')).href,
]

let questions = 0

export function askThreads(child: ChildProcess, question: ProbeQuestion): Promise<ProbeAnswer[]> {
  const probe = ++questions
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the process ended before it answered'))
    function onMessage(message: unknown): void {
      const answer = message as ProbeMessage
      if (answer.probe !== probe) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      if ('answers' in answer) resolve(answer.answers)
      else reject(new Error('error' in answer ? answer.error : 'a probe was asked by its process'))
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
    child.send({ probe, question } satisfies ProbeMessage)
  })
}
