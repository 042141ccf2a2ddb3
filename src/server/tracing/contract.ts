// What tracing commands needs: its settings, and what a tracer does.

import type { Step } from '../../wire/trace.ts'

export interface TraceSettings {
  /** The collector's address, without /v1/traces. */
  readonly endpoint: string
  /** Sent with every export; may hold a key. Never print them. */
  readonly headers: Readonly<Record<string, string>>
  /** The share of commands that are traced: 0 to 1. */
  readonly share: number
  readonly serviceName: string
  /** The time between exports of steps. */
  readonly exportEveryMs: number
  /** Whether wallets get the trace too. */
  readonly sendsToWallets: boolean
}

export interface Tracer {
  /** Does a command's work; the step is null when this command is not traced. */
  follow<Answer>(
    name: string,
    labels: Readonly<Record<string, string>>,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Continues a command that another thread traces. */
  goOn<Answer>(
    traceparent: string,
    name: string,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** Exports what is left, within the deadline of an export. */
  close(): Promise<void>
}
