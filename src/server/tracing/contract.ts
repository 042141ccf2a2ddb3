// What following commands takes: its settings, and what a tracer does.

import type { Step } from '../../wire/trace.ts'

export interface TraceSettings {
  /** Of the collector, without /v1/traces. */
  readonly endpoint: string
  /** Sent with every export; may hold a key. Never print them. */
  readonly headers: Readonly<Record<string, string>>
  /** Of all commands, so many are followed: 0 to 1. */
  readonly share: number
  readonly serviceName: string
  /** Steps are exported once in so long. */
  readonly exportEveryMs: number
  /** The wallets are told the trace too. */
  readonly tellsWallets: boolean
}

export interface Tracer {
  /** Does a command's work; the step is null when this command is not followed. */
  follow<Answer>(
    name: string,
    labels: Readonly<Record<string, string>>,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Goes on with a command that another thread follows. */
  goOn<Answer>(
    traceparent: string,
    name: string,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Exports what is left, within the deadline of an export. */
  close(): Promise<void>
}
