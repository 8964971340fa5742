import * as endpoints from '@stoa/contract/platform/read-replicas'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { addReadReplica, removeReadReplica } from './change-replicas.ts'
import { toReadReplica } from './present.ts'

export const readReplicaRoutes = (context: Context): readonly Route[] => {
  const { actorOf, fleet, addresses } = context
  const { projectOf } = context.access
  return [
    route(endpoints.listReadReplicas).to(async ({ request }) => {
      const replicas = await fleet.replicas(projectOf(request).ref)
      return replicas.map((replica) => toReadReplica(addresses(), replica))
    }),
    route(endpoints.addReadReplica).to(({ request }) =>
      addReadReplica(context, actorOf(request), { scope: projectOf(request) }),
    ),
    route(endpoints.removeReadReplica).to(
      async ({ request, params: { replica_id: identifier } }) => {
        await removeReadReplica(context, actorOf(request), {
          scope: projectOf(request),
          identifier,
        })
        return { identifier }
      },
    ),
  ]
}
