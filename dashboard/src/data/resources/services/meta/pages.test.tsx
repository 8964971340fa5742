import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { pagesQuery } from './pages.ts'

it('reads from the end of the loaded pages, up to the total or an empty page', async () => {
  const stored = ['a', 'b', 'c']
  const queryClient = new QueryClient()
  const { result } = renderHook(
    () =>
      useInfiniteQuery(
        pagesQuery({
          queryKey: ['things'],
          read: async ({ offset }) => ({ items: stored.slice(offset, offset + 2), total: 4 }),
        }),
      ),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  )
  const items = () => result.current.data?.pages.flatMap((page) => page.items)
  await waitFor(() => expect(items()).toEqual(['a', 'b']))
  await act(() => result.current.fetchNextPage())
  await waitFor(() => expect(items()).toEqual(['a', 'b', 'c']))
  expect(result.current.hasNextPage).toBe(true)
  // Another client has deleted the fourth item since it was counted.
  await act(() => result.current.fetchNextPage())
  await waitFor(() => expect(result.current.hasNextPage).toBe(false))
  expect(items()).toEqual(stored)
})
