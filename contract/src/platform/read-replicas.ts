import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectFailure } from './projects.ts'

/** The maximum number of read replicas of one project. */
export const MAX_REPLICAS = 2

export const ReplicaState = z.enum([
  'building',
  'starting',
  'streaming',
  'disconnected',
  'failed',
  'sleeping',
])
export type ReplicaState = z.infer<typeof ReplicaState>

/** The lag at a moment: the WAL that a replica has not replayed, and how old its data is. */
export const LagSample = z.object({ at: z.string(), bytes: z.number(), seconds: z.number() })
export type LagSample = z.infer<typeof LagSample>

/** A second Postgres of a project that follows the first and can only be read. */
export const ReadReplica = z.object({
  identifier: z.string(),
  region: z.string(),
  state: ReplicaState,
  failure: ProjectFailure.nullable(),
  /** Null unless it follows the primary. */
  lag_bytes: z.number().nullable(),
  lag_seconds: z.number().nullable(),
  /** The highest lag of each ten seconds since it started, at most of the last hour. */
  lag_samples: z.array(LagSample),
  database_user: z.string(),
  /** Contains `[YOUR-PASSWORD]` instead of the password. */
  connection_string: z.string(),
  created_at: z.string(),
})
export type ReadReplica = z.infer<typeof ReadReplica>

const byRef = z.object({ ref: z.string() })

/** The read replicas of a project, the oldest first. Wakes no project. */
export const listReadReplicas = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/read-replicas',
  access: 'database:read',
  params: byRef,
  response: z.array(ReadReplica),
})

/**
 * Adds a read replica. The data is copied in the background, while the primary serves on; the response
 * says `building` until then. Returns 409 `too_many_replicas`, 503 `project_not_ready` if the project
 * does not serve, and 402 `plan_too_small` where plan limits are enforced.
 */
export const addReadReplica = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/read-replicas',
  access: 'replica:write',
  params: byRef,
  response: ReadReplica,
  status: 201,
})

/** Closes the connections to a read replica and deletes it. Returns 404 `replica_not_found`. */
export const removeReadReplica = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/read-replicas/{replica_id}',
  access: 'replica:write',
  params: byRef.extend({ replica_id: z.string() }),
  response: z.object({ identifier: z.string() }),
  status: 202,
})
