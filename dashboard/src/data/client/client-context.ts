import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Call } from './api.ts'
import type { Session } from './session.ts'

/** What every page works with; made once in `app` and handed down. */
export type DataClient = {
  session: Session
  call: Call
  queryClient: QueryClient
  /** Says what only somebody who develops the dashboard wants to know; absent in production. */
  notifyDeveloper?: (message: string) => void
}

export const DataClientContext = createContext<DataClient | null>(null)

export function useDataClient(): DataClient {
  const client = use(DataClientContext)
  if (!client) throw new Error('useDataClient is used outside its provider')
  return client
}

export const useCall = (): Call => useDataClient().call

/** The signed-in account; undefined when signed out. Follows other tabs. */
export function useAccountId(): string | undefined {
  const { session } = useDataClient()
  return useSyncExternalStore(session.subscribe, () => session.read()?.user.id)
}
