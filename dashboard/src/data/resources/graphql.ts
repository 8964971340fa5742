import { runGraphql, type GraphqlAnswer } from '@stoa/contract/services/graphql'
import type { Impersonation } from '@stoa/contract/services/impersonation'
import { runQuery } from '@stoa/contract/services/meta/query'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { randomId } from '../../lib/random-id.ts'
import { useCall } from '../client/client-context.ts'

export type GraphqlOperation = {
  query: string
  variables?: Record<string, unknown> | null | undefined
  operationName?: string | null | undefined
}

/** Runs operations of a project's GraphQL API as one of its roles. */
export function useGraphqlRunner(ref: string) {
  const call = useCall()
  return useMemo(
    () =>
      (operation: GraphqlOperation, impersonate: Impersonation): Promise<GraphqlAnswer> =>
        call(runGraphql, { params: { ref }, body: { ...operation, impersonate } }),
    [call, ref],
  )
}

export type ProjectUser = { id: string; name: string }

/** The number of accounts offered for selection. For any other account, the user pastes an id. */
const MOST_USERS = 500
const USERS = `select id, coalesce(nullif(email, ''), nullif(phone, ''), 'No email or phone')
  from auth.users where deleted_at is null
  order by last_sign_in_at desc nulls last, created_at desc limit ${MOST_USERS}`

/** The project's accounts, most recent sign-in first. Disabled unless `enabled`. */
export function useProjectUsers(ref: string, { enabled }: { enabled: boolean }) {
  const call = useCall()
  return useQuery({
    queryKey: ['project-users', ref],
    queryFn: async ({ signal }): Promise<ProjectUser[]> => {
      const body = { run_id: randomId(), sql: USERS, row_limit: MOST_USERS, timeout_ms: 10_000 }
      const { results } = await call(runQuery, { params: { ref }, body, signal })
      return (results[0]?.rows ?? []).map(([id, name]) => ({ id: `${id}`, name: `${name}` }))
    },
    enabled,
  })
}
