import { QueryClientProvider } from '@tanstack/react-query'
import { use, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createCall, type Call } from '../data/client/api.ts'
import { hasErrorCode } from '../data/client/api-error.ts'
import { ErrorReporterContext, type ErrorReporter } from '../data/client/error-reports.ts'
import type { ConnectionHandles } from '../data/client/connection-handle.ts'
import { readProfileAgain } from '../data/resources/accounts/profile.ts'
import { projectQuery } from '../data/resources/projects/projects.ts'
import { createQueryClient } from '../data/client/query-client.ts'
import { DataClientContext, type DataClient } from '../data/client/client-context.ts'
import type { Session } from '../data/client/session.ts'
import { toast } from '../ui/feedback/toast.ts'

type DataClientProviderProps = { session: Session; children: ReactNode }

/**
 * Provides the platform client and the query cache. It is not at the root of the application, so
 * that the sign-in page, which needs neither, does not load them.
 */
export function DataClientProvider({ session, children }: DataClientProviderProps) {
  const account = useSyncExternalStore(session.subscribe, () => session.read()?.user.id)
  return (
    <OneAccount key={account} session={session}>
      {children}
    </OneAccount>
  )
}

/**
 * One account's client and query cache. Both are discarded when the account changes or signs out.
 */
function OneAccount({ session, children }: DataClientProviderProps) {
  const reporter = use(ErrorReporterContext)
  const [client] = useState(() => createDataClient(session, reporter))
  return (
    <DataClientContext value={client}>
      <QueryClientProvider client={client.queryClient}>{children}</QueryClientProvider>
    </DataClientContext>
  )
}

function createDataClient(session: Session, reporter: ErrorReporter): DataClient {
  const queryClient = createQueryClient({
    onFailure: (message, hint) => toast.error(message, hint ? { description: hint } : {}),
    onSuccess: (message) => toast.success(message),
    onFault(error, tag) {
      if (hasErrorCode(error, 'second_factor_required')) session.requireCode()
      else reporter.report(error, tag)
    },
  })
  const handles: ConnectionHandles = {
    async read(ref, { isFresh }) {
      const query = projectQuery(call, ref)
      const project = isFresh
        ? await queryClient.fetchQuery({ ...query, staleTime: 0 })
        : await queryClient.ensureQueryData(query)
      return project.connection_handle
    },
  }
  const call: Call = createCall(session, handles, () => void readProfileAgain(queryClient))
  return {
    session,
    call,
    queryClient,
    ...(import.meta.env.DEV && { notifyDeveloper: (message: string) => toast.info(message) }),
  }
}
