import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { MAX_JOB_ENTRIES } from './limits.ts'

/** Work on many objects of a bucket that runs in the background and survives a restart. */
export const StorageJob = z.object({
  id: z.string(),
  verb: z.enum(['delete', 'move', 'copy']),
  bucket: z.string(),
  /** Prefixes of names; an empty one means the whole bucket. */
  prefixes: z.array(z.string()),
  state: z.enum(['running', 'done', 'canceled', 'failed']),
  /** Objects that existed when it began. */
  total: z.int(),
  /** After a crash of the server, it can be too low by the objects of one step. */
  finished: z.int(),
  /** Objects that were not moved or copied because their new name is taken. */
  skipped: z.int(),
  /** The names of the first skipped objects. */
  skipped_names: z.array(z.string()),
  /** Why it failed. */
  message: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type StorageJob = z.infer<typeof StorageJob>

const Names = z.array(z.string().max(1024)).max(MAX_JOB_ENTRIES)

const Selection = z.object({
  /** Names of objects. */
  names: Names.optional(),
  /** Everything whose name begins with one of them; an empty prefix selects the whole bucket. */
  prefixes: Names.optional(),
})

const Place = Selection.extend({
  /** The part at the start of every selected name that `to_folder` replaces. */
  from_folder: z.string().max(1024),
  to_folder: z.string().max(1024),
  /** By default, the same bucket. */
  to_bucket: z.string().optional(),
})

export const NewStorageJob = z.discriminatedUnion('verb', [
  Selection.extend({ verb: z.literal('delete') }),
  Place.extend({ verb: z.literal('move') }),
  Place.extend({ verb: z.literal('copy') }),
])
export type NewStorageJob = z.infer<typeof NewStorageJob>

const byBucket = z.object({ ref: z.string(), bucket: z.string() })
const byId = byBucket.extend({ id: z.uuid() })
const path = '/platform/storage/{ref}/buckets/{bucket}/jobs'

/**
 * Starts to delete, move or copy the objects that exist now. An object that is uploaded, replaced or
 * changed after the start stays as it is.
 */
export const startStorageJob = endpoint({
  method: 'POST',
  path,
  access: 'storage:write',
  params: byBucket,
  body: NewStorageJob,
  response: StorageJob,
  status: 202,
})

/** The latest 20 jobs of a bucket, newest first. */
export const listStorageJobs = endpoint({
  method: 'GET',
  path,
  access: 'storage:read',
  params: byBucket,
  response: z.array(StorageJob),
})

export const readStorageJob = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  access: 'storage:read',
  params: byId,
  response: StorageJob,
})

/** Stops a running job after its current step. Completed work is not undone. */
export const cancelStorageJob = endpoint({
  method: 'POST',
  path: `${path}/{id}/cancel`,
  access: 'storage:write',
  params: byId,
  response: StorageJob,
})
