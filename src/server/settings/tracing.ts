// Whether and where traces are exported. The names are those of OpenTelemetry, except for settings
// that only this platform has.

import { matching, parseOrigin, type Reader, wholeFrom } from './setting-reader.ts'

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

/** Share of commands that are traced if a collector is set and the share is not. */
const TRACE_SHARE = 0.01
const TRACE_EXPORT_EVERY_MS = 5_000

/** Null: there is no collector, and no command is traced. */
export function readTraceSettings(reader: Reader): TraceSettings | null {
  const address = 'the http(s) address of a collector, like http://127.0.0.1:4318'
  const endpoint = reader.read<string>('OTEL_EXPORTER_OTLP_ENDPOINT', address, '', parseOrigin)
  const settings: TraceSettings = {
    endpoint,
    headers: reader.read<Record<string, string>>(
      'OTEL_EXPORTER_OTLP_HEADERS',
      'name=value pairs with commas between them',
      {},
      parseHeaders,
    ),
    share: reader.read('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', TRACE_SHARE, parseShare),
    serviceName: reader.read(
      'OTEL_SERVICE_NAME',
      'a name of up to 64 characters',
      'reelhouse',
      matching(/^[\w.-]{1,64}$/),
    ),
    exportEveryMs: reader.read(
      'OTEL_BSP_SCHEDULE_DELAY',
      'milliseconds from 10 to 60000',
      TRACE_EXPORT_EVERY_MS,
      wholeFrom(10, 60_000),
    ),
    sendsToWallets: reader.readSwitch('TRACE_WALLETS', false),
  }
  return endpoint === '' ? null : Object.freeze(settings)
}

function parseShare(text: string): number | null {
  return /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : null
}

/** Values are percent-encoded, as in the specification of OpenTelemetry. */
function parseHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').map(pair => /^\s*([\w-]+)=([!-+\--~]*)\s*$/.exec(pair))
  if (pairs.includes(null)) return null
  try {
    return Object.fromEntries(pairs.map(pair => [pair![1]!, decodeURIComponent(pair![2]!)]))
  } catch {
    return null
  }
}
