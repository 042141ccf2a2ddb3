// The smallest possible wallet: every call is accepted, after a given number of milliseconds, over
// HTTP or TLS. Counts its connections. For measuring what a call costs its caller.

import uWS from 'uWebSockets.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CERTIFICATE, PRIVATE_KEY } from '../../../test/support/certificate.ts'
import { runProgram } from '../program.ts'
import { listenOnLoopback } from '../uws-port.ts'

const BODY = '{"status":"ok","balance":10000.00,"currency":"USD"}'

export interface WalletSetup {
  latencyMs: number
  /** With the certificate of the tests, which the platforms of the benches trust. */
  isTls: boolean
}

/** Changes the latency, where one is given. */
export interface WalletQuestion {
  latencyMs?: number
}

export interface WalletAnswer {
  /** Opened since the start, each by one TLS handshake where the wallet has TLS. */
  connections: number
}

runProgram<WalletSetup, WalletQuestion>(async ({ latencyMs, isTls }) => {
  let afterMs = latencyMs
  let connections = 0
  const app = isTls ? openTlsApp() : uWS.App()
  const noteConnection = (_: uWS.HttpResponse, change: unknown) => {
    if (Number(change) > 0) connections++
  }
  app.filter(noteConnection)
  app.any('/*', res => {
    let isAborted = false
    res.onAborted(() => {
      isAborted = true
    })
    const answer = () => {
      if (isAborted) return
      res.cork(() => res.writeHeader('content-type', 'application/json').end(BODY))
    }
    res.onData((_chunk, isLast) => {
      if (!isLast) return
      if (afterMs === 0) answer()
      else setTimeout(answer, afterMs)
    })
  })
  return {
    ready: await listenOnLoopback(app),
    async answer(changed): Promise<WalletAnswer> {
      afterMs = changed.latencyMs ?? afterMs
      return { connections }
    },
  }
})

/** uWebSockets.js reads its certificate from files, and only now. */
function openTlsApp(): uWS.TemplatedApp {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reelhouse-wallet-'))
  const fileOf = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  try {
    return uWS.SSLApp({
      cert_file_name: fileOf('certificate.pem', CERTIFICATE),
      key_file_name: fileOf('key.pem', PRIVATE_KEY),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
