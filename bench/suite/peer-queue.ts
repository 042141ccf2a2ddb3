// A plain worker queue over Redis: orders wait in a list, answers come back on a channel. Only for
// peers of the suite.

import { Redis } from 'ioredis'
import type { SpinOrder } from './peer-casino.ts'

interface QueueSetup {
  redisUrl: string
  redisPrefix: string
}

const LIST = 'peer-orders'

/** The server's side: resolves when a worker has answered. */
export async function openQueue({ redisUrl, redisPrefix }: QueueSetup) {
  const redis = new Redis(redisUrl, { keyPrefix: redisPrefix })
  const answers = new Redis(redisUrl)
  const waiting = new Map<string, { resolve(answer: unknown): void; reject(error: Error): void }>()
  answers.on('message', (_channel, text) => {
    const { requestId, answer, error } = JSON.parse(text)
    const asked = waiting.get(requestId)
    waiting.delete(requestId)
    if (error === undefined) asked?.resolve(answer)
    else asked?.reject(new Error(error))
  })
  await answers.subscribe(channelOf(redisPrefix))
  return {
    async send(order: SpinOrder): Promise<unknown> {
      const answered = new Promise((resolve, reject) => {
        waiting.set(order.requestId, { resolve, reject })
      })
      await redis.rpush(LIST, JSON.stringify(order))
      return answered
    },
  }
}

/** The worker's side: takes orders as long as fewer than `atOnce` are under way. */
export async function workQueue(
  { redisUrl, redisPrefix }: QueueSetup,
  atOnce: number,
  work: (order: SpinOrder) => Promise<unknown>,
): Promise<never> {
  const taking = new Redis(redisUrl, { keyPrefix: redisPrefix })
  const publishing = new Redis(redisUrl)
  const channel = channelOf(redisPrefix)
  const under = new Set<Promise<void>>()

  async function take(order: SpinOrder): Promise<void> {
    const { requestId } = order
    const result = await work(order).then(
      answer => ({ requestId, answer }),
      error => ({ requestId, error: String(error) }),
    )
    await publishing.publish(channel, JSON.stringify(result))
  }

  for (;;) {
    const [, text] = (await taking.blpop(LIST, 0))!
    const taken: Promise<void> = take(JSON.parse(text)).finally(() => under.delete(taken))
    under.add(taken)
    if (under.size >= atOnce) await Promise.race(under)
  }
}

const channelOf = (prefix: string) => `${prefix}peer-answers`
