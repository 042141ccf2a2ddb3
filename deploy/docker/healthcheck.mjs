// The image's health check: whether the process turns (/livez of the internal listener). Ends with 0 or 1.

import { get } from 'node:http'

const { INTERNAL_HOST: host = '127.0.0.1', INTERNAL_PORT: port = '9090' } = process.env
const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host

get({ host: reached, port, path: '/livez', timeout: 4_000 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
