import type { StorageObject } from '@stoa/contract/services/storage/members'
import {
  listStorageObjects,
  readStorageObject,
  searchStorageObjects,
  signStorageDownloads,
} from '@stoa/contract/operations/services/storage/members'
import { infiniteQueryOptions, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { openFile, readFileStart } from '../../../client/file-transfer.ts'
import { storageKeys, type BucketSort, type SortOrder } from './buckets.ts'

const PAGE_SIZE = 200
/** How many bytes of a text file are shown at most. */
export const MOST_TEXT = 256 * 1024

/** The largest PDF that is shown, in bytes. */
export const MOST_PDF = 20 * 1024 * 1024

export type ObjectsQuery = { prefix: string; sort: BucketSort; order: SortOrder }

/** The objects that begin with a prefix, up to the next slash, page by page. */
export function objectsQuery(call: Call, ref: string, bucket: string, query: ObjectsQuery) {
  return infiniteQueryOptions({
    queryKey: [...storageKeys.objects(ref, bucket), query],
    queryFn: ({ pageParam, signal }) =>
      call(listStorageObjects, {
        params: { ref, bucket },
        query: { ...query, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}

export const useObjects = (ref: string, bucket: string, query: ObjectsQuery) =>
  useInfiniteQuery(objectsQuery(useCall(), ref, bucket, query))

export type ObjectSearch = { text: string; sort: BucketSort; order: SortOrder }

/** Objects of the whole bucket with a text in their names. Disabled for an empty text. */
export function useObjectSearch(ref: string, bucket: string, { text, ...query }: ObjectSearch) {
  return useEndpointQuery(searchStorageObjects, {
    input: text === '' ? skipToken : { params: { ref, bucket }, query: { text, ...query } },
    queryKey: [...storageKeys.objects(ref, bucket), 'search', text, query],
  })
}

/** Everything about one object, with its user metadata. Disabled without a name. */
export function useObjectInfo(ref: string, bucket: string, name: string | undefined) {
  return useEndpointQuery(readStorageObject, {
    input: name === undefined ? skipToken : { params: { ref, bucket }, query: { name } },
    queryKey: [...storageKeys.objects(ref, bucket), 'info', name],
  })
}

const PREVIEW_SECONDS = 3600

/** A URL that shows the object for an hour. Null if the object does not exist. */
export function usePreviewUrl(
  ref: string,
  bucket: string,
  { name, updated_at }: Pick<StorageObject, 'name' | 'updated_at'>,
) {
  return useEndpointQuery(signStorageDownloads, {
    input: { params: { ref, bucket }, body: { names: [name], expires_in: PREVIEW_SECONDS } },
    queryKey: [...storageKeys.objects(ref, bucket), 'preview', name, updated_at],
    staleTime: (PREVIEW_SECONDS / 2) * 1000,
    select: (signed) => signed[0]?.url ?? null,
  })
}

/** The beginning of a text file, as text. */
export function useFileStart(ref: string, bucket: string, url: string) {
  return useQuery({
    queryKey: [...storageKeys.objects(ref, bucket), 'text', url],
    queryFn: ({ signal }) => readFileStart(url, { bytes: MOST_TEXT, signal }),
    staleTime: Infinity,
  })
}

/** A PDF for the browser's viewer. The type is fixed, whatever the file contains. */
export function usePdf(ref: string, bucket: string, url: string) {
  return useQuery({
    queryKey: [...storageKeys.objects(ref, bucket), 'pdf', url],
    queryFn: async ({ signal }) => {
      const content = await new Response(await openFile(url, signal)).arrayBuffer()
      return new Blob([content], { type: 'application/pdf' })
    },
    staleTime: Infinity,
    gcTime: 0,
  })
}
