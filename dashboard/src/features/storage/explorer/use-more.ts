import { useCallback } from 'react'
import type { useObjects } from '../../../data/resources/storage-objects.ts'

/** Loads the next page of a list. After a failure it waits for Refresh instead of asking forever. */
export function useMore({
  fetchNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
}: ReturnType<typeof useObjects>): () => void {
  return useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError])
}
