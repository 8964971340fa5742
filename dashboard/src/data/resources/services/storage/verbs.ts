import {
  listStorageObjects,
  moveStorageObject,
  signStorageDownloads,
} from '@stoa/contract/operations/services/storage/members'
import type { StorageObject } from '@stoa/contract/services/storage/members'
import type { NewStorageJob, StorageJob } from '@stoa/contract/services/storage/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { storageKeys } from './buckets.ts'
import { jobParts, runStorageJob } from './jobs.ts'
import { createUploads } from './uploads.ts'

/** Maximum names per request. */
const BATCH = 1000

/** A path for an object, in any bucket of the project. */
export type ObjectPlace = { bucket: string; name: string }

/** The action for a selection, and its target. */
export type BulkWork =
  | { verb: 'delete' }
  | Pick<
      Extract<NewStorageJob, { verb: 'move' | 'copy' }>,
      'verb' | 'from_folder' | 'to_folder' | 'to_bucket'
    >

export type BulkProgress = {
  finished: number
  total: number
  /** Objects that were skipped because their new name is taken, with the first names. */
  skipped: number
  skippedNames: readonly string[]
}

export type ObjectVerbs = ReturnType<typeof createObjectVerbs>

/**
 * The actions that members can take on the objects of a bucket. `reload` reads the lists again
 * afterwards.
 */
export function useObjectVerbs(ref: string, bucket: string): ObjectVerbs {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMemo(
    () =>
      createObjectVerbs(call, { ref, bucket }, async (changed) => {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: storageKeys.objects(ref, changed) }),
          queryClient.invalidateQueries({ queryKey: storageKeys.buckets(ref) }),
          queryClient.invalidateQueries({ queryKey: storageKeys.usage(ref) }),
        ])
      }),
    [call, queryClient, ref, bucket],
  )
}

export function createObjectVerbs(
  call: Call,
  params: { ref: string; bucket: string },
  reload: (bucket: string) => Promise<unknown>,
) {
  return {
    reload,

    /** URLs by name that download the existing objects without a key, for a number of seconds. */
    async sign(names: readonly string[], seconds: number): Promise<ReadonlyMap<string, string>> {
      const signed = await Promise.all(
        batches(names).map((batch) =>
          call(signStorageDownloads, { params, body: { names: batch, expires_in: seconds } }),
        ),
      )
      return new Map(signed.flat().flatMap(({ name, url }) => (url === null ? [] : [[name, url]])))
    },

    /** Yields all objects below a folder, a page at a time. */
    async *objectsBelow(folder: string, signal?: AbortSignal): AsyncGenerator<StorageObject[]> {
      const folders = [folder]
      for (let prefix = folders.pop(); prefix !== undefined; prefix = folders.pop()) {
        let cursor: string | undefined
        do {
          const query = { prefix, limit: BATCH, ...(cursor !== undefined && { cursor }) }
          const page = await call(listStorageObjects, {
            params,
            query,
            ...(signal && { signal }),
          })
          folders.push(...page.folders)
          if (page.objects.length > 0) yield page.objects
          cursor = page.next_cursor
        } while (cursor !== undefined)
      }
    },

    /**
     * Deletes, moves or copies objects, and folders with everything below them, as jobs of the
     * server. `onProgress` is called with the totals so far. Aborting `signal` does not undo
     * completed work.
     */
    async run(
      work: BulkWork,
      { names, prefixes }: { names: readonly string[]; prefixes: readonly string[] },
      options: { onProgress: (progress: BulkProgress) => void; signal?: AbortSignal },
    ): Promise<BulkProgress> {
      const { onProgress, signal } = options
      let before: BulkProgress = { finished: 0, total: 0, skipped: 0, skippedNames: [] }
      for (const part of jobParts(names, prefixes)) {
        if (signal?.aborted) break
        const start = before
        const sum = (job: StorageJob): BulkProgress => ({
          finished: start.finished + job.finished,
          total: start.total + job.total,
          skipped: start.skipped + job.skipped,
          skippedNames: [...start.skippedNames, ...job.skipped_names],
        })
        const job = await runStorageJob(
          call,
          params,
          { ...work, ...part },
          { onProgress: (running) => onProgress(sum(running)), ...(signal && { signal }) },
        )
        before = sum(job)
      }
      return before
    },

    move: (from: string, { bucket, name }: ObjectPlace) =>
      call(moveStorageObject, { params, body: { from, to: name, to_bucket: bucket } }),

    ...createUploads(call, params),
  }
}

function batches(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / BATCH)
  return Array.from({ length: count }, (_, index) =>
    names.slice(index * BATCH, (index + 1) * BATCH),
  )
}
