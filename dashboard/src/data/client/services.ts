import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import type { Call } from './api.ts'
import type { Session } from './session.ts'

/** What every page works with; made once in `app` and handed down. */
export type Services = {
  session: Session
  call: Call
  queryClient: QueryClient
  /** Says what only somebody who develops the dashboard wants to know; absent in production. */
  notifyDeveloper?: (message: string) => void
}

export const ServicesContext = createContext<Services | null>(null)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices is used outside its provider')
  return services
}

export const useCall = (): Call => useServices().call

/** The signed-in account; undefined when signed out. Follows other tabs. */
export function useAccountId(): string | undefined {
  const { session } = useServices()
  return useSyncExternalStore(session.subscribe, () => session.read()?.user.id)
}
