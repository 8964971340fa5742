import {
  createS3AccessKey,
  deleteS3AccessKey,
  listS3AccessKeys,
} from '@stoa/contract/operations/services/storage/s3-access-keys'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

const accessKeysKey = (ref: string) => [...projectKeys.detail(ref), 's3-access-keys'] as const

export const s3AccessKeysQuery = (call: Call, ref: string) =>
  endpointQuery(call, listS3AccessKeys, {
    input: { params: { ref } },
    queryKey: accessKeysKey(ref),
  })

export const useS3AccessKeys = (ref: string) => useQuery(s3AccessKeysQuery(useCall(), ref))

/** Creates a key. The result contains the secret, which must not outlive the calling component. */
export function useCreateS3AccessKey(ref: string) {
  return useEndpointMutation(createS3AccessKey, {
    input: (description: string) => ({ params: { ref }, body: { description } }),
    gcTime: 0,
    invalidates: accessKeysKey(ref),
  })
}

export function useDeleteS3AccessKey(ref: string) {
  return useEndpointMutation(deleteS3AccessKey, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: accessKeysKey(ref),
    meta: { failure: 'Failed to revoke the access key', success: 'Access key revoked' },
  })
}
