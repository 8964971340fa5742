import * as endpoints from '@stoa/contract/platform/managed-replicas'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { addReadReplica, removeReadReplica } from '../read-replicas/port.ts'

/** The Management API's operations for read replicas. */
export const managedReplicaRoutes = (context: Context): readonly Route[] => {
  const { actorOf } = context
  const { projectOf } = context.access
  return [
    route(endpoints.setUpManagedReplica).to(async ({ request, body }) => {
      const input = { scope: projectOf(request), region: body.read_replica_region }
      await addReadReplica(context, actorOf(request), input)
      return {}
    }),
    route(endpoints.removeManagedReplica).to(async ({ request, body }) => {
      const input = { scope: projectOf(request), identifier: body.database_identifier }
      await removeReadReplica(context, actorOf(request), input)
      return {}
    }),
  ]
}
