import {
  postgresSettings,
  readPostgresParameters,
} from '@stoa/contract/operations/platform/postgres-settings'
import type { PostgresSettings } from '@stoa/contract/platform/postgres-settings'
import type { Operation } from '@stoa/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { PROJECT_POLL, readAgain } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'

const parametersKey = (ref: string) => [...projectKeys.detail(ref), 'postgres-settings'] as const

/** The settings of Postgres. Polled while one waits for a restart. */
export const postgresParametersQuery = (call: Call, ref: string) =>
  endpointQuery(call, readPostgresParameters, {
    input: { params: { ref } },
    queryKey: parametersKey(ref),
    ...readAgain,
    refetchInterval: ({ state: { data } }) =>
      data?.parameters.some(({ is_pending }) => is_pending) === true ? PROJECT_POLL : false,
  })

export const usePostgresParameters = (ref: string) =>
  useQuery(postgresParametersQuery(useCall(), ref))

const update: Operation<
  { ref: string },
  Record<never, never>,
  object,
  PostgresSettings
> = postgresSettings.update

/** Sets one setting, or resets it with null. */
export function useChangePostgresSetting(ref: string) {
  return useEndpointMutation(update, {
    input: (change: Partial<PostgresSettings>) => ({ params: { ref }, body: change }),
    invalidates: parametersKey(ref),
    meta: { success: 'Setting saved' },
  })
}
