// Sends requests over kept-alive connections, as many or as often as asked. Judges no answer beyond
// its status.

import { type HttpRequest, openHttpChannel } from '../http-channel.ts'
import { type LoadQuestion, runLoad } from '../load.ts'
import { runProgram } from '../program.ts'

export interface HttpGeneratorSetup {
  port: number
  connections: number
  /** Sent by the connections in turn. */
  requests: readonly HttpRequest[]
}

runProgram<HttpGeneratorSetup, LoadQuestion>(async ({ port, connections, requests }) => {
  const channels = await Promise.all(
    Array.from({ length: connections }, (_, i) =>
      openHttpChannel(port, requests[i % requests.length]!),
    ),
  )
  return { ready: null, answer: question => runLoad(channels, question) }
})
