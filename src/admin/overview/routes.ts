// What all nodes are doing now: once, or pushed for as long as it is read.

import { printEvents } from '../events.ts'
import { type AdminRoute, answered, defineRoute, streamed } from '../route.ts'
import { Overview } from './schema.ts'

export const OVERVIEW_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/overview',
    role: 'viewer',
    summary: 'What all nodes are doing now',
    answer: Overview,
    errors: ['UNAUTHENTICATED'],
    run: async ({ overview }) => answered(await overview.now()),
  }),
  defineRoute({
    method: 'GET',
    path: '/overview/live',
    role: 'viewer',
    summary: 'The same, pushed every two seconds',
    description: 'Server-sent events; the data of each is the answer of `/overview`.',
    streams: 'text/event-stream',
    errors: ['UNAUTHENTICATED'],
    run: async ({ overview }, { signal }) =>
      streamed({ contentType: 'text/event-stream', chunks: printEvents(overview.follow(signal)) }),
  }),
]
