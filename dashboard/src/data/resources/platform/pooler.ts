import { readPooler } from '@stoa/contract/operations/platform/connection-pooling'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery } from '../../client/endpoint-hooks.ts'
import { projectKeys } from './projects.ts'

/** The address and the limits of a project's pooler. */
export const poolerQuery = (call: Call, ref: string | undefined) =>
  endpointQuery(call, readPooler, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: [...projectKeys.detail(ref ?? ''), 'pooler'] as const,
  })

export const usePooler = (ref: string | undefined) => useQuery(poolerQuery(useCall(), ref))
