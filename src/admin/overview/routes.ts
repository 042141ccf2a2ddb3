// What all nodes are doing now: once, or pushed for as long as it is read.

import { printEvents } from '../events.ts'
import { type AdminRoute, answered, defineRoute, streamed } from '../route.ts'
import { Overview } from './schema.ts'

export const OVERVIEW_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /overview', 'viewer', {
    summary: 'What all nodes are doing now',
    answer: Overview,
    run: async ({ overview }) => answered(await overview.now()),
  }),
  defineRoute('GET /overview/live', 'viewer', {
    summary: 'The same, pushed every two seconds',
    description: 'Server-sent events; the data of each is the answer of `/overview`.',
    streams: 'text/event-stream',
    run: async ({ overview }, { signal }) =>
      streamed({ contentType: 'text/event-stream', chunks: printEvents(overview.follow(signal)) }),
  }),
]
