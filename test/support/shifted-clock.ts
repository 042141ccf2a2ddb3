// Loaded before a node by `--import` in NODE_OPTIONS: the clock that the node reads is wrong by the
// `shiftMs` of this module's address, in every thread. SIGUSR2 sets that of the front end wrong by
// `laterMs`, and a second one right.

import { isMainThread } from 'node:worker_threads'

const given = new URL(import.meta.url).searchParams
let shiftMs = Number(given.get('shiftMs'))
const laterMs = [Number(given.get('laterMs')), 0]
if (isMainThread) {
  process.on('SIGUSR2', () => {
    shiftMs = laterMs.shift() ?? 0
  })
}

const realNow = Date.now
Date.now = () => realNow() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (date, args) => Reflect.construct(date, args.length === 0 ? [Date.now()] : args),
})
