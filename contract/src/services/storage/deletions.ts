import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** The deletion of all objects of a bucket or a folder, which runs in the background. */
export const StorageDeletion = z.object({
  id: z.string(),
  bucket: z.string(),
  /** Only objects whose names begin with it; empty for the whole bucket. */
  prefix: z.string(),
  state: z.enum(['running', 'done', 'canceled', 'failed']),
  /** Objects that existed when it began. */
  total: z.int(),
  /** After a crash of the server, it can be too low by the objects of one step. */
  deleted: z.int(),
  /** Why it failed. */
  message: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type StorageDeletion = z.infer<typeof StorageDeletion>

const byBucket = z.object({ ref: z.string(), bucket: z.string() })
const byId = byBucket.extend({ id: z.uuid() })
const path = '/platform/storage/{ref}/buckets/{bucket}/deletions'

/** Starts to delete the objects that exist now. */
export const startStorageDeletion = endpoint({
  method: 'POST',
  path,
  access: 'storage:write',
  params: byBucket,
  body: z.object({ prefix: z.string().max(1024).optional() }),
  response: StorageDeletion,
  status: 202,
})

/** The latest 20 deletions of a bucket, newest first. */
export const listStorageDeletions = endpoint({
  method: 'GET',
  path,
  access: 'storage:read',
  params: byBucket,
  response: z.array(StorageDeletion),
})

export const readStorageDeletion = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  access: 'storage:read',
  params: byId,
  response: StorageDeletion,
})

/** Stops a running deletion. What is deleted stays deleted. */
export const cancelStorageDeletion = endpoint({
  method: 'POST',
  path: `${path}/{id}/cancel`,
  access: 'storage:write',
  params: byId,
  response: StorageDeletion,
})
