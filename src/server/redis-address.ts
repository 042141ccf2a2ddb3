// Which Redis the environment names: one server, a master that Sentinels watch, or a cluster.

import type {
  ClusterAddress,
  HostAndPort,
  RedisAddress,
  SentinelAddress,
} from '../redis/connection.ts'
import { parseSwitch, parseUrl, type Reader } from './setting-reader.ts'

const LOCAL = 'redis://127.0.0.1:6379'
const LIST = 'addresses like 10.0.0.1:6379,10.0.0.2:6379'
const TOPOLOGIES = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER'] as const

export function readRedisAddress(reader: Reader): RedisAddress {
  const given = TOPOLOGIES.filter(name => reader.isGiven(name))
  if (given.length > 1) {
    reader.problems.push(`${given.join(' and ')} are set: give one of them.`)
  }
  if (given.includes('REDIS_CLUSTER')) return readCluster(reader)
  if (given.includes('REDIS_SENTINELS')) return readSentinels(reader)
  const wanted = `an address like ${LOCAL}, or set REDIS_SENTINELS or REDIS_CLUSTER`
  return reader.read<string>('REDIS_URL', wanted, null, text =>
    parseUrl(text, ['redis:', 'rediss:']) === null ? null : text,
  )
}

function readCluster(reader: Reader): ClusterAddress {
  const nodes = reader.read('REDIS_CLUSTER', LIST, null, parseHosts)
  return { kind: 'cluster', nodes, ...readCredentials(reader) }
}

function readSentinels(reader: Reader): SentinelAddress {
  return {
    kind: 'sentinel',
    sentinels: reader.read('REDIS_SENTINELS', LIST, null, parseHosts),
    name: reader.read('REDIS_SENTINEL_NAME', 'the name of the master they watch', null, parseName),
    sentinelPassword: readSecret(reader, 'REDIS_SENTINEL_PASSWORD'),
    ...readCredentials(reader),
  }
}

function readCredentials(reader: Reader) {
  return {
    username: readSecret(reader, 'REDIS_USERNAME'),
    password: readSecret(reader, 'REDIS_PASSWORD'),
    tls: reader.read('REDIS_TLS', '"on" or "off"', false, parseSwitch),
  }
}

function readSecret(reader: Reader, name: string): string | null {
  const none = ''
  const text = reader.read(name, 'it, or leave it out', none, given =>
    given === '' ? null : given,
  )
  return text === none ? null : text
}

const parseName = (text: string) => (/^[\w.-]{1,128}$/.test(text) ? text : null)

/** "a:1,b:2"; an IPv6 address is written in brackets. */
function parseHosts(text: string): HostAndPort[] | null {
  const hosts = text.split(',').map(part => parseHost(part.trim()))
  return hosts.every(host => host !== null) ? hosts : null
}

function parseHost(text: string): HostAndPort | null {
  const url = parseUrl(`redis://${text}`, ['redis:'])
  if (url === null || url.port === '' || url.host !== text) return null
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
}
