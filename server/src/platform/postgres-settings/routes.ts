import * as endpoints from '@stoa/contract/platform/postgres-settings'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { changePostgresSettings, replacePostgresSettings } from './change-settings.ts'
import { toManaged, toParameters } from './present.ts'

const { postgresSettings } = endpoints

/** The settings of a project's Postgres, for the dashboard and for tools. */
export function postgresSettingsRoutes(context: Context): readonly Route[] {
  const { actorOf, fleet, projectMemoryBytes } = context
  const { projectOf } = context.access
  const read = async (ref: string) => (await fleet.settings(ref)).of(postgresSettings)
  return [
    route(postgresSettings.read).to(({ request }) => read(projectOf(request).ref)),
    route(postgresSettings.update).to(({ request, body }) =>
      changePostgresSettings(context, actorOf(request), {
        scope: projectOf(request),
        change: body,
      }),
    ),
    route(endpoints.readPostgresParameters).to(async ({ request }) => {
      const { ref } = projectOf(request)
      const running = fleet.confState(ref)
      const computeSize = (await fleet.get(ref))?.computeSize ?? null
      return {
        parameters: toParameters(await read(ref), {
          running,
          memoryBytes: projectMemoryBytes,
          computeSize,
        }),
        failure: running?.failure ?? null,
      }
    }),
    route(endpoints.readManagedPostgresSettings).to(async ({ request }) =>
      toManaged(await read(projectOf(request).ref)),
    ),
    route(endpoints.updateManagedPostgresSettings).to(async ({ request, body }) => {
      const { restart_database: restarts = true, ...values } = body
      const scope = projectOf(request)
      return toManaged(
        await replacePostgresSettings(context, actorOf(request), { scope, values, restarts }),
      )
    }),
  ]
}
