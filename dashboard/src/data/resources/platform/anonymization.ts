import type { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import {
  getAnonymization,
  listAnonymizableColumns,
  saveAnonymization,
} from '@stoa/contract/operations/platform/anonymization'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'

const anonymizationKey = (ref: string) => ['anonymization', ref] as const

/** The rules of a project, or for a branch, those of the project that it belongs to. */
export const anonymizationQuery = (call: Call, ref: string) =>
  endpointQuery(call, getAnonymization, {
    input: { params: { ref } },
    queryKey: anonymizationKey(ref),
  })

export const useAnonymization = (ref: string) => useQuery(anonymizationQuery(useCall(), ref))

/** The columns that can have rules. Reading them wakes the project. */
const anonymizableColumnsQuery = (call: Call, ref: string | undefined) =>
  endpointQuery(call, listAnonymizableColumns, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: [...anonymizationKey(ref ?? ''), 'columns'],
  })

export const useAnonymizableColumns = (ref: string | undefined) =>
  useQuery(anonymizableColumnsQuery(useCall(), ref))

/** Replaces the rules of a project. */
export function useSaveAnonymization(ref: string) {
  return useEndpointMutation(saveAnonymization, {
    input: (rules: readonly AnonymizeRule[]) => ({ params: { ref }, body: { rules: [...rules] } }),
    sets: anonymizationKey(ref),
    meta: { failure: 'Failed to save the rules', success: 'Rules saved' },
  })
}
