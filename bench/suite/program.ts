// Programs of the suite: generators, bare servers and peers, each in a separate process, so that
// its CPU can be measured. Started by the parent with a setup, controlled by messages; ends with
// its parent.

import { fork } from 'node:child_process'
import path from 'node:path'
import { processUse } from '../process-use.ts'
import { answerProbe, type ProbeAnswer, type ProbeQuestion } from '../profile/probe.ts'
import type { Scope } from './row.ts'

/** The address of a program that listens on loopback. */
export const loopback = (port: number) => `http://127.0.0.1:${port}`

export interface Program<Ready, Question, Answer> {
  readonly pid: number
  /** What it sent when it was ready. */
  readonly ready: Ready
  ask(question: Question): Promise<Answer>
  /** A question about the program itself. */
  probe(question: ProbeQuestion): Promise<ProbeAnswer>
  cpuSeconds(): number
}

type Message =
  | { kind: 'ready'; ready: unknown }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'failed'; id: number | null; error: string }

/** Starts bench/suite/programs/<name> and waits until it is ready; it ends with the case. */
export async function startProgram<Ready, Question = never, Answer = never>(
  scope: Pick<Scope, 'defer' | 'profiles'>,
  name: string,
  setup: object,
): Promise<Program<Ready, Question, Answer>> {
  const child = fork(path.join(import.meta.dirname, 'programs', `${name}.js`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Answers may contain maps and bigints.
    serialization: 'advanced',
  })
  scope.defer(() => child.kill('SIGTERM'))
  const waiting = new Map<number, PromiseWithResolvers>()
  const ready = withResolvers()
  const failAll = (error: Error) => {
    ready.reject(error)
    for (const { reject } of waiting.values()) reject(error)
  }
  child.once('exit', code => failAll(new Error(`${name} ended (${code})`)))
  child.on('message', (message: Message) => {
    if (message.kind === 'ready') return ready.resolve(message.ready)
    if (message.kind === 'failed' && message.id === null) return failAll(new Error(message.error))
    const asked = waiting.get(message.id!)
    waiting.delete(message.id!)
    if (message.kind === 'answer') asked?.resolve(message.answer)
    else asked?.reject(new Error(message.error))
  })
  child.send(setup)
  let questions = 0
  function send(sent: object): Promise<unknown> {
    const asked = withResolvers()
    waiting.set(++questions, asked)
    child.send({ id: questions, ...sent })
    return asked.promise
  }
  const probe = (question: ProbeQuestion) => send({ probe: question }) as Promise<ProbeAnswer>
  const leave = scope.profiles?.add(name, async question => [await probe(question)])
  if (leave !== undefined) scope.defer(leave)
  return {
    pid: child.pid!,
    ready: (await ready.promise) as Ready,
    ask: question => send({ question }) as Promise<Answer>,
    probe,
    cpuSeconds: () => processUse(child.pid!, 'cpu').cpuSeconds,
  }
}

type Asked<Question> = { id: number } & ({ question: Question } | { probe: ProbeQuestion })

interface PromiseWithResolvers {
  promise: Promise<unknown>
  resolve(value: unknown): void
  reject(error: Error): void
}

function withResolvers(): PromiseWithResolvers {
  const made = {} as PromiseWithResolvers
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
  // A program may end when nothing waits for it any more.
  made.promise.catch(() => {})
  return made
}

/**
 * The program's side: `start` gets the setup and resolves to what reports readiness and answers
 * questions.
 */
export function runProgram<Setup, Question = never>(
  start: (
    setup: Setup,
  ) => Promise<{ ready: unknown; answer?(question: Question): Promise<unknown> }>,
): void {
  const post = (message: Message) => process.send!(message)
  const fail = (id: number | null) => (error: unknown) =>
    post({ kind: 'failed', id, error: String((error as Error)?.stack ?? error) })
  process.on('disconnect', () => process.exit())
  process.once('message', (setup: Setup) => {
    start(setup).then(({ ready, answer }) => {
      process.on('message', ({ id, ...asked }: Asked<Question>) => {
        const answering = 'probe' in asked ? answerProbe(asked.probe, '') : answer!(asked.question)
        answering.then(given => post({ kind: 'answer', id, answer: given }), fail(id))
      })
      post({ kind: 'ready', ready })
    }, fail(null))
  })
}
