import { maskSecrets } from '@stoa/contract/settings-section'
import {
  getProjectOverview,
  listServices,
  listSettings,
  listUsage,
} from '@stoa/contract/platform/projects'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { checkServices } from './check-services.ts'
import { readUsage } from './read-usage.ts'
import { changeSettings } from './change-settings.ts'

/** The member routes that every service has: health, usage, and each section of the settings. */
export function projectServiceRoutes(context: Context): readonly Route[] {
  const { actorOf, fleet } = context
  const { projectOf } = context.access
  const sections = context.services.flatMap(({ settings }) => settings ?? [])
  return [
    route(listServices).to(({ request }) => checkServices(context, projectOf(request))),
    route(listUsage).to(({ request, query }) =>
      readUsage(context, projectOf(request), query.hours),
    ),
    route(getProjectOverview).to(({ request }) => context.fleet.overview(projectOf(request).ref)),
    route(listSettings).to(async ({ request }) => {
      const settings = await fleet.settings(projectOf(request).ref)
      return Object.fromEntries(
        sections.map((section) => [
          section.name,
          { ...maskSecrets(section, settings.of(section)) },
        ]),
      )
    }),
    ...sections.flatMap((section) => [
      route(section.read).to(async ({ request }) =>
        maskSecrets(section, (await fleet.settings(projectOf(request).ref)).of(section)),
      ),
      route(section.update).to(async ({ request, body }) =>
        maskSecrets(
          section,
          await changeSettings(context, actorOf(request), {
            scope: projectOf(request),
            section,
            change: body,
          }),
        ),
      ),
    ]),
  ]
}
