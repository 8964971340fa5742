import * as endpoints from '@stoa/contract/platform/connection-pooling'
import { hasPreparedStatements } from '../../fleet/pooler/pgbouncer.ts'
import { IGNORED_PARAMETERS, poolSizeOf } from '../../fleet/pooler/pooler-config.ts'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { connectionString, endpointsOf, PASSWORD_PLACEHOLDER } from '../projects/port.ts'
import { changePooling, readPoolLimits } from './change-pooling.ts'

const { connectionPooling } = endpoints

/** The name of a project's pooler, which is in the place of its ref in user names. */
const poolerOf = (ref: string) => `${ref}-pooler`

/** The pooler of a project, for the dashboard and for tools. */
export function connectionPoolingRoutes(context: Context): readonly Route[] {
  const { actorOf, fleet, addresses } = context
  const { projectOf } = context.access
  const read = async (ref: string) => (await fleet.settings(ref)).of(connectionPooling)
  const addressOf = (ref: string) =>
    connectionString(addresses(), poolerOf(ref), PASSWORD_PLACEHOLDER)
  return [
    route(connectionPooling.read).to(({ request }) => read(projectOf(request).ref)),
    route(connectionPooling.update).to(({ request, body }) =>
      changePooling(context, actorOf(request), { scope: projectOf(request), change: body }),
    ),
    route(endpoints.readPooler).to(async ({ request }) => {
      const { ref } = projectOf(request)
      const { maxPoolSize, maxClients } = await readPoolLimits(context, ref)
      const { pgbouncer } = fleet
      return {
        version: pgbouncer?.version ?? null,
        has_prepared_statements: pgbouncer !== undefined && hasPreparedStatements(pgbouncer),
        max_pool_size: maxPoolSize,
        max_clients: maxClients,
        database_user: endpointsOf(addresses(), poolerOf(ref)).database_user,
        connection_string: addressOf(ref),
      }
    }),
    route(endpoints.readManagedPgBouncer).to(async ({ request }) => {
      const { ref } = projectOf(request)
      if (!fleet.pgbouncer) return {}
      const pooling = await read(ref)
      const limits = await readPoolLimits(context, ref)
      return {
        pool_mode: pooling.pool_mode,
        default_pool_size: poolSizeOf(pooling, limits),
        max_client_conn: limits.maxClients,
        ignore_startup_parameters: IGNORED_PARAMETERS,
        connection_string: addressOf(ref),
      }
    }),
    route(endpoints.updateManagedPooler).to(async ({ request, body }) => {
      const { pool_mode, default_pool_size: size } = body
      return changePooling(context, actorOf(request), {
        scope: projectOf(request),
        change: {
          ...(pool_mode !== undefined && { pool_mode }),
          ...(size !== undefined && { default_pool_size: size || endpoints.DEFAULT_POOL_SIZE }),
        },
      })
    }),
  ]
}
