import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A project's disk usage and its limit. */
export const DiskUsage = z.object({
  used_bytes: z.int(),
  /** At this size the database becomes read-only. */
  limit_bytes: z.int(),
  /** From this size on, database connections and the SQL editor are closed, too. */
  closed_from_bytes: z.int(),
  state: z.enum(['writable', 'read_only', 'closed']),
  /** Why it is not writable: the project's own limit, or the disk of the server. */
  cause: z.enum(['limit', 'server']).nullable(),
  read_only_since: z.string().nullable(),
})
export type DiskUsage = z.infer<typeof DiskUsage>

const byRef = z.object({ ref: z.string() })

/** Measures the project's files now. Wakes nothing. */
export const readDiskUsage = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/disk',
  access: 'project:read',
  params: byRef,
  response: DiskUsage,
})

const MEGABYTE = 1024 * 1024
/** An empty project needs about 50 MB. */
export const MIN_DISK_LIMIT_BYTES = 100 * MEGABYTE
export const MAX_DISK_LIMIT_BYTES = 1024 * 1024 * 1024 * MEGABYTE

/** Changes the disk limit of a project. A project that is below the new limit is writable within seconds. */
export const setDiskLimit = endpoint({
  method: 'PUT',
  path: '/platform/projects/{ref}/disk',
  access: 'operator',
  params: byRef,
  body: z.object({
    limit_bytes: z.int().min(MIN_DISK_LIMIT_BYTES).max(MAX_DISK_LIMIT_BYTES),
  }),
  response: DiskUsage,
})
