// How answers of the admin API are fetched, cached briefly and refetched. Must never repeat a
// change.

import {
  type InfiniteData,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { AdminRefusal, callAdmin, type QueryFields } from './api.ts'

const FRESH_MS = 5_000
const REPEATS = 2

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < REPEATS && mayPass(error),
      },
      mutations: { retry: false },
    },
  })
}

/** A refusal will not change; an unavailable store or a lost connection may recover. */
function mayPass(error: Error): boolean {
  return !(error instanceof AdminRefusal) || error.status === 0 || error.status >= 500
}

interface AnswerOptions {
  enabled?: boolean
  staleTime?: number
  refetchInterval?: number
}

/** An answer of the admin API; `path` is also its query key. */
export function useAnswer<Answer>(path: string, options: AnswerOptions = {}) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => callAdmin<Answer>('GET', path, { signal }),
    ...options,
  })
}

interface KeysetPage<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** A paged list. `path` and `query` are also its query key. */
export function useKeysetList<Row>(path: string, query: QueryFields = {}) {
  return useInfiniteQuery<
    KeysetPage<Row>,
    Error,
    InfiniteData<KeysetPage<Row>>,
    QueryKey,
    string | null
  >({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) =>
      callAdmin('GET', path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: null,
    getNextPageParam: page => page.nextCursor,
  })
}

/**
 * A change of the admin API. Afterwards the queries of `outdated` are refetched; each entry is the
 * path at the start of a query key.
 */
export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  outdated: readonly string[] = [],
) {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Given>({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(outdated.map(path => queries.invalidateQueries({ queryKey: [path] })))
    },
  })
}
