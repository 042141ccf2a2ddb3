// How answers of the admin API are fetched, cached briefly and refetched. Must never repeat a
// change.

import {
  QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
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

type AnswerOptions<Answer> = { query?: QueryFields } & Pick<
  UseQueryOptions<Answer>,
  'enabled' | 'staleTime' | 'refetchInterval' | 'placeholderData'
>

/** An answer of the admin API; `path` and the query, if there is one, are also its query key. */
export function useAnswer<Answer>(
  path: string,
  { query, ...options }: AnswerOptions<Answer> = {},
): UseQueryResult<Answer> {
  return useQuery({
    queryKey: query === undefined ? [path] : [path, query],
    queryFn: ({ signal }) => callAdmin<Answer>('GET', path, { query, signal }),
    ...options,
  })
}

interface KeysetPage<Row> {
  rows: Row[]
  nextCursor: string | null
}

/** A paged list. `path` and `query` are also its query key. `More`: what else a page contains. */
export function useKeysetList<Row, More = object>(path: string, query: QueryFields) {
  return useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) =>
      callAdmin<KeysetPage<Row> & More>('GET', path, {
        query: { ...query, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
  })
}

/**
 * A change of the admin API. Afterwards, also after a refusal, the queries of `outdated` are
 * refetched; each entry is the path at the start of a query key.
 */
export function useChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  outdated: readonly string[] = [],
) {
  const queries = useQueryClient()
  const reload = (paths = outdated) =>
    Promise.all(paths.map(path => queries.invalidateQueries({ queryKey: [path] })))
  return useMutation<Answer, Error, Given>({
    mutationFn: change,
    onSuccess: () => reload(),
    onError: error => {
      // Reading the session once it has ended would close the page, with its input.
      const isOver = error instanceof AdminRefusal && error.code === 'UNAUTHENTICATED'
      if (!isOver) void reload(outdated.filter(path => path !== '/session'))
    },
  })
}
