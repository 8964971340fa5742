import type { QueryClient } from '@tanstack/react-query'
import type { Permission } from '@stoa/contract/platform/permissions'
import { createCall, createOpenText, type Call } from '../data/client/api.ts'
import { hasErrorCode } from '../data/client/api-error.ts'
import type { DataClient } from '../data/client/client-context.ts'
import type { ConnectionHandles } from '../data/client/connection-handle.ts'
import type { ErrorReporter } from '../data/client/error-reports.ts'
import { createQueryClient } from '../data/client/query-client.ts'
import { createReads, type Reads } from '../data/client/read-ahead.ts'
import type { Session } from '../data/client/session.ts'
import { readProfileAgain } from '../data/resources/platform/profile.ts'
import { projectQuery } from '../data/resources/platform/projects.ts'
import { toast } from '../ui/feedback/toast.ts'

/** The platform client and query cache of one account at a time. */
export type DataClients = {
  /** Keeps one client until the account changes or signs out. */
  of: (account: string | undefined) => DataClient
  /** The requests of loaders, which fill the query cache of the account's client. */
  readsOf: (account: string) => Reads
  /** Whether a page of a project can be read, as far as is known without waiting. */
  canRead: (
    account: string,
    page: { ref: string; needs: Permission | undefined },
  ) => Promise<boolean>
}

/** Creates the owner of each account's client, which loaders and components share. */
export function createDataClients(session: Session, reporter: ErrorReporter): DataClients {
  let current: { account: string | undefined; client: DataClient } | undefined
  // The next session, even of the same account, must not see what this one read.
  session.subscribe(() => {
    if (session.read()?.user.id !== current?.account) current = undefined
  })
  const of = (account: string | undefined) => {
    if (!current || current.account !== account)
      current = { account, client: createDataClient(session, reporter) }
    return current.client
  }
  return {
    of,
    readsOf: (account) => createReads(of(account)),
    async canRead(account, { ref, needs }) {
      const { call, queryClient } = of(account)
      const query = projectQuery(call, ref)
      if (needs !== undefined) await readOnce(queryClient, query)
      const project = queryClient.getQueryData(query.queryKey)
      if (!project) return true
      const isAllowed = needs === undefined || project.abilities.includes(needs)
      return isAllowed && project.status === 'ACTIVE_HEALTHY'
    },
  }
}

/** A project that was refused within this time is not asked for again by another part of its page. */
const REFUSED_MS = 1000

/** Reads a project unless it is cached. Throws the last error if that has just happened. */
async function readOnce(queryClient: QueryClient, query: ReturnType<typeof projectQuery>) {
  const { data, error, errorUpdatedAt = 0 } = queryClient.getQueryState(query.queryKey) ?? {}
  if (data === undefined && error && Date.now() - errorUpdatedAt < REFUSED_MS) throw error
  return queryClient.ensureQueryData(query)
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
        : await readOnce(queryClient, query)
      return project.connection_handle
    },
  }
  const readProfile = () => void readProfileAgain(queryClient)
  const call: Call = createCall(session, handles, readProfile)
  return {
    session,
    call,
    openText: createOpenText(session, handles, readProfile),
    queryClient,
    ...(import.meta.env.DEV && { notifyDeveloper: (message: string) => toast.info(message) }),
  }
}
