// Settings with which `serve` listens on free ports of this machine, and stops at once.

import { holdPort } from '../support/held-port.ts'

export const serveSettings = async () => ({
  PUBLIC_URL: 'https://games.example.com',
  HOST: '127.0.0.1',
  PORT: String(await holdPort()),
  INTERNAL_PORT: String(await holdPort()),
  PROBES_PORT: String(await holdPort()),
  DRAIN_GRACE_S: '0',
})
