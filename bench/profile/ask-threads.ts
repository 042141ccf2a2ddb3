// The parent's side of a probed process: sends a question to all its threads and collects their
// answers. Must never end the process.

import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProbeAnswer, ProbeQuestion } from './probe.ts'
import type { ProbeMessage } from './probe-threads.ts'

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
      const told = message as ProbeMessage
      if (told.probe !== probe) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      if ('answers' in told) resolve(told.answers)
      else reject(new Error('error' in told ? told.error : 'a probe was asked by its process'))
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
    child.send({ probe, question } satisfies ProbeMessage)
  })
}
