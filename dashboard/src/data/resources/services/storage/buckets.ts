import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createStorageBucket,
  deleteStorageBucket,
  listStorageBuckets,
  readStorageBucket,
  readStorageUsage,
  updateStorageBucket,
} from '@stoa/contract/operations/services/storage/members'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { runStorageJob } from './jobs.ts'

export const storageKeys = {
  buckets: (ref: string) => [...projectKeys.detail(ref), 'storage', 'buckets'] as const,
  bucket: (ref: string, bucket: string) =>
    [...projectKeys.detail(ref), 'storage', 'bucket', bucket] as const,
  usage: (ref: string) => [...projectKeys.detail(ref), 'storage', 'usage'] as const,
  objects: (ref: string, bucket: string) =>
    [...projectKeys.detail(ref), 'storage', 'objects', bucket] as const,
}

/** Maximum buckets in the list. A search finds the others. */
export const MOST_BUCKETS = 1000

export type BucketSort = 'name' | 'created_at' | 'updated_at'
export type SortOrder = 'asc' | 'desc'
export type BucketQuery = { search?: string; sort?: BucketSort; order?: SortOrder }

export const bucketsQuery = (call: Call, ref: string, query: BucketQuery = {}) =>
  endpointQuery(call, listStorageBuckets, {
    input: { params: { ref }, query: { ...query, limit: MOST_BUCKETS } },
    queryKey: [...storageKeys.buckets(ref), query],
  })

/** The project's buckets. While another search or order loads, the previous list stays. */
export function useBuckets(ref: string, query: BucketQuery = {}) {
  return useQuery({ ...bucketsQuery(useCall(), ref, query), placeholderData: keepPreviousData })
}

/** The total size of the project's files, and the limit. */
export const storageUsageQuery = (call: Call, ref: string) =>
  endpointQuery(call, readStorageUsage, {
    input: { params: { ref } },
    queryKey: storageKeys.usage(ref),
  })

export const useStorageUsage = (ref: string, { enabled }: { enabled: boolean }) =>
  useQuery({ ...storageUsageQuery(useCall(), ref), enabled })

export const bucketQuery = (call: Call, ref: string, bucket: string) =>
  endpointQuery(call, readStorageBucket, {
    input: { params: { ref, bucket } },
    queryKey: storageKeys.bucket(ref, bucket),
  })

export const useBucket = (ref: string, bucket: string) =>
  useQuery(bucketQuery(useCall(), ref, bucket))

export type BucketOptions = BodyOf<typeof updateStorageBucket>

export function useCreateBucket(ref: string) {
  return useEndpointMutation(createStorageBucket, {
    input: (body: BucketOptions & { id: string }) => ({ params: { ref }, body }),
    invalidates: storageKeys.buckets(ref),
    meta: { success: 'Bucket created' },
  })
}

export function useUpdateBucket(ref: string, bucket: string) {
  return useEndpointMutation(updateStorageBucket, {
    input: (body: BucketOptions) => ({ params: { ref, bucket }, body }),
    sets: storageKeys.bucket(ref, bucket),
    invalidates: storageKeys.buckets(ref),
    meta: { success: 'Bucket saved' },
  })
}

/**
 * Deletes all files of a bucket. `isSilent` suppresses the success message, for use as a step of a
 * larger action.
 */
export function useEmptyBucket(ref: string, { isSilent = false } = {}) {
  const call = useCall()
  const queryClient = useQueryClient()
  const [deleted, setDeleted] = useState(0)
  const empty = useMutation({
    mutationFn: (bucket: string) =>
      runStorageJob(
        call,
        { ref, bucket },
        { verb: 'delete', prefixes: [''] },
        { onProgress: ({ finished }) => setDeleted(finished) },
      ),
    onSettled: (_job, _error, bucket) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: storageKeys.objects(ref, bucket) }),
        queryClient.invalidateQueries({ queryKey: storageKeys.buckets(ref) }),
        queryClient.invalidateQueries({ queryKey: storageKeys.usage(ref) }),
      ]),
    meta: {
      failure: 'Failed to empty the bucket',
      ...(!isSilent && { success: 'Bucket emptied' }),
    },
  })
  return { ...empty, deleted }
}

/** Deletes a bucket. The server refuses while it contains files. */
export function useDeleteBucket(ref: string) {
  return useEndpointMutation(deleteStorageBucket, {
    input: (bucket: string) => ({ params: { ref, bucket } }),
    invalidates: storageKeys.buckets(ref),
    meta: { failure: 'Failed to delete the bucket', success: 'Bucket deleted' },
  })
}
