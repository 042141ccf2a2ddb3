// Which Postgres the environment names: the server itself, or a pooler in front of it.

import type { DatabaseAddress } from '../ledger/database/address.ts'
import { parseSwitch, type Reader, readStoreUrl } from './setting-reader.ts'

export const POSTGRES_SCHEMES = ['postgres:', 'postgresql:'] as const
const EXAMPLE = 'postgres://user:password@127.0.0.1:5432/reelhouse'

export function readDatabaseAddress(reader: Reader): DatabaseAddress {
  const url = readStoreUrl(reader, 'DATABASE_URL', POSTGRES_SCHEMES, EXAMPLE)
  const prepares = reader.read('DATABASE_POOLER_PREPARES', '"on" or "off"', false, parseSwitch)
  if (reader.isGiven('DATABASE_DIRECT_URL')) {
    const directUrl = readStoreUrl(reader, 'DATABASE_DIRECT_URL', POSTGRES_SCHEMES, EXAMPLE)
    return { poolerUrl: url, directUrl, prepares }
  }
  if (prepares) {
    reader.problems.push(
      'DATABASE_POOLER_PREPARES is on without DATABASE_DIRECT_URL: give the address of Postgres ' +
        'itself.',
    )
  }
  return url
}
