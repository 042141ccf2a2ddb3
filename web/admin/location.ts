// The page's own address, as the browser has it, and the ids in its path. Must never decode an
// escape twice: the router would decode the address before it is split, and `%2541` would become
// another id.

import { useParams } from 'wouter'
import {
  type BrowserLocationHook,
  navigate,
  usePathname,
  useSearch,
} from 'wouter/use-browser-location'
import { readSegment } from '../../src/wire/path-segment.ts'
import type { ParamsOf } from './api.ts'

/** Escapes each `%`, so that the router's decoding restores the original address. */
const kept = (address: string) => address.replaceAll('%', '%25')

export const useRawPath: BrowserLocationHook = () => [kept(usePathname()), navigate]
export const useRawSearch = () => kept(useSearch())

/**
 * The ids in the path of this page: useIds('/rounds/:roundId').
 * @returns the raw segment when it is not encoded as `at` encodes it: the API then finds nothing
 * under that id
 */
export function useIds<const Path extends string>(_: Path): ParamsOf<Path> {
  const ids = Object.entries(useParams<Record<string, string>>())
  return Object.fromEntries(
    ids.map(([name, segment]) => [name, readSegment(segment) ?? segment]),
  ) as ParamsOf<Path>
}
