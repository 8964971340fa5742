import * as endpoints from '@stoa/contract/platform/anonymization'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { readColumns } from './columns.ts'
import { readAnonymization, saveAnonymization } from './rules.ts'

export const anonymizationRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf, session, fleet } = context
  return [
    route(endpoints.getAnonymization).to(({ request }) =>
      readAnonymization(session, access.projectOf(request)),
    ),
    route(endpoints.saveAnonymization).to(({ request, body }) =>
      saveAnonymization(context, actorOf(request), {
        scope: access.projectOf(request),
        rules: body.rules,
      }),
    ),
    route(endpoints.listAnonymizableColumns).to(({ request }) =>
      readColumns(fleet, access.projectOf(request).ref),
    ),
  ]
}
