import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'
import type { readAgain } from '../../../client/freshness.ts'

export const PAGE_SIZE = 100

export type Page<Item> = { items: Item[]; total: number }

type PagesDefinition<Item> = Partial<typeof readAgain> & {
  queryKey: QueryKey
  /** Reads the items from `offset` on, at most `limit`. */
  read: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<Page<Item>>
}

/** A list that grows by pages of 100. While the list for another key loads, the previous one stays. */
export function pagesQuery<Item>({ read, ...options }: PagesDefinition<Item>) {
  return infiniteQueryOptions({
    ...options,
    queryFn: ({ pageParam, signal }) => read({ limit: PAGE_SIZE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages.reduce((sum, { items }) => sum + items.length, 0)
      return loaded < total && pages.at(-1)?.items.length !== 0 ? loaded : undefined
    },
    placeholderData: keepPreviousData,
  })
}
