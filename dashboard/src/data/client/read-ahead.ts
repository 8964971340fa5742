import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { Call } from './api.ts'
import type { DataClient } from './client-context.ts'
import { isRefusal } from './retry.ts'
import type { Session } from './session.ts'

/** The requests that a loader can start. None of them rejects. */
export type Reads = {
  session: Session
  call: Call
  /** Shows a message that only developers of the dashboard need; absent in production. */
  notifyDeveloper?: (message: string) => void
  /** Starts a query whose cached data are not fresh, and resolves with its data. */
  read: <Data, Selected, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Selected, Key>,
  ) => Promise<Selected | undefined>
  /** The same for a list that grows by pages. */
  readPages: <Page, Key extends QueryKey, Parameter>(
    query: FetchInfiniteQueryOptions<Page, Error, Page, Key, Parameter>,
  ) => Promise<void>
}

/** Starts requests, and can wait for one whose response decides about another. */
export type Declare = (reads: Reads) => unknown

/** Binds the requests of loaders to one account's client. */
export function createReads({ session, call, notifyDeveloper, queryClient }: DataClient): Reads {
  /** The server would refuse it again, and the page itself asks a second time. */
  const wasRefused = (queryKey: QueryKey) => {
    const state = queryClient.getQueryState(queryKey)
    return state?.status === 'error' && isRefusal(state.error)
  }
  return {
    session,
    call,
    ...(notifyDeveloper && { notifyDeveloper }),
    read: async (query) =>
      wasRefused(query.queryKey) ? undefined : queryClient.fetchQuery(query).catch(() => undefined),
    readPages: async (query) => {
      if (!wasRefused(query.queryKey)) await queryClient.prefetchInfiniteQuery(query)
    },
  }
}
