import * as endpoints from '@stoa/contract/platform/clones'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { cloneProject } from './clone-project.ts'

export const cloneRoutes = (context: Context): readonly Route[] => [
  route(endpoints.cloneProject).to(({ request, body }) =>
    cloneProject(context, context.actorOf(request), {
      ...body,
      scope: context.access.projectOf(request),
    }),
  ),
]
