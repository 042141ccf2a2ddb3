// Private networks in which wallets may be called, and who vouches for wallets there, from the
// environment. Off by default. The guard of addresses stays for everything else.

import { readWalletNetwork } from '../../core/callback-address.ts'
import { type DatabaseAddress, directUrl, statementUrl } from '../../ledger/database/address.ts'
import type { ShardRange } from '../../ledger/database/shard-map.ts'
import type { Servers } from '../../ledger/places/place-map.ts'
import type { RedisAddress } from '../../redis/connection.ts'
import type { WalletNetworks } from '../../wallet/routes.ts'
import { readAuthority } from './authorities.ts'
import type { Reader } from './setting-reader.ts'

/** Each connection to a private address goes through all of them. */
const WALLET_NETWORKS_MAX = 32

const WANTED =
  `up to ${WALLET_NETWORKS_MAX} private networks like 10.20.0.0/16,fd12:3456::/32, inside ` +
  '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7'

interface Stores {
  readonly redis: RedisAddress
  readonly databaseUrl: DatabaseAddress
  readonly databaseShards: readonly ShardRange[]
  readonly databaseServers: Servers
}

export function readWalletNetworks(reader: Reader, stores: Stores): WalletNetworks {
  const networks = Object.freeze(readNetworkList(reader))
  const authority = readAuthority(reader, 'WALLET_CA_FILE')?.text ?? null
  if (authority !== null && networks.length === 0) {
    reader.problems.push('WALLET_CA_FILE is set without WALLET_NETWORKS, in which it counts.')
  }
  const isBroken = reader.problems.length > 0
  return Object.freeze({ networks, authority, storeHosts: isBroken ? [] : storeHostsOf(stores) })
}

/** Canonical CIDR, each once. */
export function readNetworkList(reader: Reader): readonly string[] {
  return reader.readOptional('WALLET_NETWORKS', WANTED, parseNetworkList) ?? []
}

function parseNetworkList(text: string): string[] | null {
  const networks = text.split(',').map(part => readWalletNetwork(part.trim()))
  if (networks.length > WALLET_NETWORKS_MAX || networks.includes(null)) return null
  return [...new Set(networks as string[])]
}

function storeHostsOf({ redis, databaseUrl, databaseShards, databaseServers }: Stores): string[] {
  const databases = [
    databaseUrl,
    ...databaseShards.flatMap(({ address }) => address ?? []),
    ...Object.values(databaseServers),
  ]
  const urls = databases.flatMap(address => [statementUrl(address), directUrl(address)])
  const hosts = [...urls.map(hostOf), ...redisHosts(redis)]
  return [...new Set(hosts)]
}

function redisHosts(redis: RedisAddress): string[] {
  if (typeof redis === 'string') return [hostOf(redis)]
  if (redis.kind === 'server') return [hostOf(redis.url)]
  return (redis.kind === 'cluster' ? redis.nodes : redis.sentinels).map(({ host }) => host)
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
