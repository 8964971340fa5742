import { QueryClientProvider } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { DataClientContext } from '../data/client/client-context.ts'
import type { Session } from '../data/client/session.ts'
import type { DataClients } from './data-clients.ts'

type DataClientProviderProps = { session: Session; clients: DataClients; children: ReactNode }

/**
 * Provides the platform client and the query cache. It is not at the root of the application, so
 * that the sign-in page, which needs neither, does not load them.
 */
export function DataClientProvider({ session, clients, children }: DataClientProviderProps) {
  const account = useSyncExternalStore(session.subscribe, () => session.read()?.user.id)
  return (
    <OneAccount key={account} account={account} clients={clients}>
      {children}
    </OneAccount>
  )
}

type OneAccountProps = { account: string | undefined; clients: DataClients; children: ReactNode }

/** The part of the tree that ends when the account changes or signs out. */
function OneAccount({ account, clients, children }: OneAccountProps) {
  const [client] = useState(() => clients.of(account))
  return (
    <DataClientContext value={client}>
      <QueryClientProvider client={client.queryClient}>{children}</QueryClientProvider>
    </DataClientContext>
  )
}
