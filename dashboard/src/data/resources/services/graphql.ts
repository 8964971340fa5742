import { runGraphql } from '@stoa/contract/operations/services/graphql'
import type { GraphqlAnswer } from '@stoa/contract/services/graphql'
import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useMemo } from 'react'
import { useCall } from '../../client/client-context.ts'

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
