import {
  createS3AccessKey,
  deleteS3AccessKey,
  listS3AccessKeys,
} from '@stoa/contract/operations/services/storage/s3-access-keys'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { projectKeys } from '../projects/projects.ts'

const accessKeysKey = (ref: string) => [...projectKeys.detail(ref), 's3-access-keys'] as const

export function useS3AccessKeys(ref: string) {
  return useEndpointQuery(listS3AccessKeys, {
    input: { params: { ref } },
    queryKey: accessKeysKey(ref),
  })
}

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
