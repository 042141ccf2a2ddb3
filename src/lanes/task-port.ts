// The port that carries tasks to a lane's thread, and answers and pushes back, in order. What is
// sent in one turn of the event loop goes as one message. Bounded; never looks into a task, and
// never sends a task twice.

import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { LANE_COMMANDS } from '../limits.ts'
import type { LanePush, LaneTask } from '../wire/lane.ts'

/**
 * Tasks of any kind: the platform's own tasks are never refused because a lane is full of commands.
 */
export const LANE_TASKS = 2 * LANE_COMMANDS

/** The front end's side. */
export interface TaskPort {
  /** The thread's side, which is transferred to the thread. */
  readonly far: MessagePort
  /**
   * Null: the port already holds the maximum, or is closed; nothing was sent. Rejects with the
   * reason when the port is ended.
   * @param over called when the task is answered or lost, before its caller continues
   * @param most how many tasks the port may hold
   */
  send(task: LaneTask, over: () => void, most?: number): Promise<string> | null
  /** Resolves when no task waits for its answer. */
  idle(): Promise<void>
  /**
   * Answers that have already arrived still count; the other tasks are rejected with the reason.
   */
  end(reason: Error): void
}

/**
 * Pairs in a flat list, because each object or list within a message costs as much as a short text.
 * To the thread: the number of a task, then the task. From the thread: the number of the task, then
 * its answer; the negative number, then the failure; or 0, then a push.
 */
type Pairs = unknown[]
const PUSH = 0

/** An error as it is sent between threads: its class is lost. */
interface Failure {
  message: string
  stack: string | undefined
}

interface Waiting {
  resolve(answer: string): void
  reject(error: Error): void
  over(): void
}

export function openTaskPort(onPush: (push: LanePush) => void): TaskPort {
  const { port1: port, port2: far } = new MessageChannel()
  const put = createOutbox(port)
  const waiting = new Map<number, Waiting>()
  let isOpen = true
  let lastNumber = 0
  let onIdle = () => {}

  function receive(pairs: Pairs): void {
    for (let at = 0; at < pairs.length; at += 2) take(pairs[at] as number, pairs[at + 1])
  }

  function take(number: number, value: unknown): void {
    if (number === PUSH) {
      onPush(value as LanePush)
      return
    }
    const task = finish(Math.abs(number))
    if (number > 0) task?.resolve(value as string)
    else task?.reject(errorOf(value as Failure))
  }

  function finish(number: number): Waiting | undefined {
    const task = waiting.get(number)
    waiting.delete(number)
    task?.over()
    if (waiting.size === 0) onIdle()
    return task
  }

  port.on('message', receive)
  return {
    far,
    send(task, over, most = LANE_TASKS) {
      if (!isOpen || waiting.size >= most) return null
      const number = ++lastNumber
      put(number, task)
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject, over })
      })
    },
    idle: () =>
      waiting.size === 0
        ? Promise.resolve()
        : new Promise(resolve => {
            onIdle = resolve
          }),
    end(reason) {
      if (!isOpen) return
      isOpen = false
      for (let left = receiveMessageOnPort(port); left !== undefined; ) {
        receive(left.message)
        left = receiveMessageOnPort(port)
      }
      port.close()
      for (const number of [...waiting.keys()]) finish(number)?.reject(reason)
    },
  }
}

/** The thread's side. */
export function createTaskServer() {
  let put: (number: number, value: unknown) => void = () => {}

  function serve(port: MessagePort, run: (task: LaneTask) => Promise<string>): Promise<void> {
    put = createOutbox(port)
    port.on('message', (pairs: Pairs) => {
      for (let at = 0; at < pairs.length; at += 2) {
        answer(pairs[at] as number, run(pairs[at + 1] as LaneTask))
      }
    })
    return new Promise(resolve => port.once('close', resolve))
  }

  function answer(number: number, running: Promise<string>): void {
    running.then(
      text => put(number, text),
      (error: unknown) => put(-number, failureOf(error)),
    )
  }

  return {
    push: (push: LanePush) => put(PUSH, push),
    /**
     * What the thread's program exports to piscina: one task, which lasts as long as the port is
     * open.
     * @param run must not throw, but may reject
     */
    serving: (run: (task: LaneTask) => Promise<string>) => (port: MessagePort) => serve(port, run),
  }
}

const DONE = Promise.resolve()

/**
 * Half the cost of a hop is sending the message and waking the other thread, so this is done once
 * for everything in one turn of the event loop.
 */
function createOutbox(port: MessagePort): (number: number, value: unknown) => void {
  let pairs: Pairs = []
  const flush = () => {
    const sent = pairs
    pairs = []
    port.postMessage(sent)
  }
  return (number, value) => {
    if (pairs.push(number, value) === 2) void DONE.then(flush)
  }
}

function failureOf(error: unknown): Failure {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined }
}

function errorOf({ message, stack }: Failure): Error {
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
