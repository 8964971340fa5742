import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Call, OpenText } from './api.ts'
import type { Session } from './session.ts'

/** The session, API client and other services that pages use, created once in `app`. */
export type DataClient = {
  session: Session
  call: Call
  openText: OpenText
  queryClient: QueryClient
  /** Shows a message that only developers of the dashboard need; absent in production. */
  notifyDeveloper?: (message: string) => void
}

export const DataClientContext = createContext<DataClient | null>(null)

export function useDataClient(): DataClient {
  const client = use(DataClientContext)
  if (!client) throw new Error('useDataClient is used outside its provider')
  return client
}

export const useCall = (): Call => useDataClient().call

/** The id of the signed-in account, or undefined when signed out. Follows other tabs. */
export function useAccountId(): string | undefined {
  const { session } = useDataClient()
  return useSyncExternalStore(session.subscribe, () => session.read()?.user.id)
}
