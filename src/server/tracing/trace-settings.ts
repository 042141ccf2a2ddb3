// Whether and where traces are exported. The names are those of OpenTelemetry, except for settings
// that only this platform has.

import { parseOrigin, parseSwitch, parseWhole, type Reader } from '../setting-reader.ts'
import type { TraceSettings } from './contract.ts'

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
      text => (/^[\w.-]{1,64}$/.test(text) ? text : null),
    ),
    exportEveryMs: reader.read(
      'OTEL_BSP_SCHEDULE_DELAY',
      'milliseconds from 10 to 60000',
      TRACE_EXPORT_EVERY_MS,
      text => parseWhole(text, 10, 60_000),
    ),
    sendsToWallets: reader.read('TRACE_WALLETS', '"on" or "off"', false, parseSwitch),
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
