// The image's health check: asks the probes' /livez whether the event loop runs. Exits with 0 or 1.

import { get } from 'node:http'

const { INTERNAL_HOST = '127.0.0.1', INTERNAL_PORT = '9090' } = process.env
const { PROBES_HOST: host = INTERNAL_HOST, PROBES_PORT: port = Number(INTERNAL_PORT) + 100 } =
  process.env
const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

get({ host: reached, port, path: '/livez', timeout: 4_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
