import { useCallback } from 'react'
import type { useObjects } from '../../../data/resources/services/storage/objects.ts'

/** Loads the next pages of a list. */
export type More = {
  hasMore: boolean
  /** Called when the end of the loaded entries is near. Does nothing after a failure. */
  load: () => void
  /** Tries again after a failure; absent otherwise. */
  retry: (() => void) | undefined
}

export function useMore({
  fetchNextPage,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
}: ReturnType<typeof useObjects>): More {
  const load = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError])
  return {
    hasMore: hasNextPage,
    load,
    retry: isFetchNextPageError ? () => void fetchNextPage() : undefined,
  }
}
