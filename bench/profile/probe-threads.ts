// Loaded into every thread of a measured platform before its own program (node --import): the first
// thread takes questions from the parent and passes them to all; each thread answers for itself.
// Must never keep a thread alive.

import { BroadcastChannel, isMainThread, threadId, type Worker } from 'node:worker_threads'
import { answerProbe, nameThread, type ProbeAnswer, type ProbeQuestion } from './probe.ts'

/** The messages that the parent sends and gets. */
export type ProbeMessage =
  | { probe: number; question: ProbeQuestion }
  | { probe: number; answers: ProbeAnswer[] }
  | { probe: number; error: string }

/** Messages between the threads. */
type Between =
  | { kind: 'here'; threadId: number }
  | { kind: 'question'; probe: number; question: ProbeQuestion }
  | { kind: 'answer'; probe: number; threadId: number; answer: ProbeAnswer | { error: string } }

const channel = new BroadcastChannel('reelhouse-probe')
const post = (message: Between) => channel.postMessage(message)

if (isMainThread) askAllThreads()
else answerForThread()
channel.unref()

function answerForThread(): void {
  channel.onmessage = event => {
    const message = (event as { data: Between }).data
    if (message.kind !== 'question') return
    const { probe, question } = message
    answerProbe(question, nameThread())
      .catch((error: Error) => ({ error: String(error.stack) }))
      .then(answer => post({ kind: 'answer', probe, threadId, answer }))
  }
  post({ kind: 'here', threadId })
}

function askAllThreads(): void {
  const threads = new Set<number>()
  /** By question: the threads that have not answered yet, and the answers so far. */
  const waiting = new Map<
    number,
    { left: Set<number>; answers: (ProbeAnswer | { error: string })[] }
  >()

  function note(probe: number, from: number, answer: ProbeAnswer | { error: string } | null): void {
    const asked = waiting.get(probe)
    if (asked === undefined || !asked.left.delete(from)) return
    if (answer !== null) asked.answers.push(answer)
    if (asked.left.size > 0) return
    waiting.delete(probe)
    const failed = asked.answers.find(each => 'error' in each)
    process.send!(failed === undefined ? { probe, answers: asked.answers } : { probe, ...failed })
  }

  channel.onmessage = event => {
    const message = (event as { data: Between }).data
    if (message.kind === 'here') threads.add(message.threadId)
    if (message.kind === 'answer') note(message.probe, message.threadId, message.answer)
  }
  process.on('worker', (worker: Worker) => {
    const id = worker.threadId
    worker.once('exit', () => {
      threads.delete(id)
      for (const probe of [...waiting.keys()]) note(probe, id, null)
    })
  })
  process.on('message', ({ probe, question }: ProbeMessage & { question: ProbeQuestion }) => {
    waiting.set(probe, { left: new Set([threadId, ...threads]), answers: [] })
    post({ kind: 'question', probe, question })
    answerProbe(question, nameThread())
      .catch((error: Error) => ({ error: String(error.stack) }))
      .then(answer => note(probe, threadId, answer))
  })
  process.channel?.unref()
}
