// The page's own address, as the browser has it, and the ids in its path. Must never read an escape twice: the router
// would decode a part of an address before it is taken apart, and `%2541` would become another id than it names.

import { useParams } from 'wouter'
import {
  type BrowserLocationHook,
  navigate,
  usePathname,
  useSearch,
} from 'wouter/use-browser-location'
import { readSegment } from '../../src/wire/path-segment.ts'

/** For the router: what it decodes gives the address as it was. */
const kept = (address: string) => address.replaceAll('%', '%25')

export const useRawPath: BrowserLocationHook = () => [kept(usePathname()), navigate]
export const useRawSearch = () => kept(useSearch())

/**
 * The ids that the path of this page names: useIds('/rounds/:roundId').
 * @returns the segment itself where it is not written as `at` writes it: the API then knows of no such thing
 */
export function useIds<const Path extends string>(_: Path): Record<IdsOf<Path>, string> {
  const ids = Object.entries(useParams<Record<string, string>>())
  return Object.fromEntries(
    ids.map(([name, segment]) => [name, readSegment(segment) ?? segment]),
  ) as Record<IdsOf<Path>, string>
}

type IdsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | IdsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
