import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The operations of the Management API for read replicas, with its shapes. */

const byRef = z.object({ ref: z.string() })
const MAX_NAME = 100

/**
 * Adds a read replica. Regions other than the installation's are refused with 400 `unknown_region`;
 * otherwise as `addReadReplica`.
 */
export const setUpManagedReplica = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/read-replicas/setup',
  access: 'replica:write',
  params: byRef,
  body: z.object({ read_replica_region: z.string().min(1).max(MAX_NAME) }),
  response: z.object({}),
  status: 201,
})

/** Removes a read replica; 404 `replica_not_found`. */
export const removeManagedReplica = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/read-replicas/remove',
  access: 'replica:write',
  params: byRef,
  body: z.object({ database_identifier: z.string().min(1).max(MAX_NAME) }),
  response: z.object({}),
  status: 201,
})
