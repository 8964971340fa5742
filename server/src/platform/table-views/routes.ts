import type { FastifyRequest } from 'fastify'
import * as endpoints from '@stoa/contract/platform/table-views'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { deleteTableView, saveTableView, setDefaultTableView } from './change-views.ts'
import type { ViewReader } from './queries.ts'
import { listTableViews } from './read-views.ts'

export const tableViewRoutes = (context: Context): readonly Route[] => {
  const { projectOf, can } = context.access
  const readerOf = (request: FastifyRequest): ViewReader => ({
    projectId: projectOf(request).projectId,
    userId: personOf(request.member).userId,
    canEditShared: can(request, 'database:write'),
  })
  return [
    route(endpoints.listTableViews).to(({ request, query }) =>
      listTableViews(
        context,
        request.member.kind === 'person' ? readerOf(request) : undefined,
        query.table_id,
      ),
    ),
    route(endpoints.saveTableView).to(({ request, params, body }) =>
      saveTableView(context, readerOf(request), { id: params.id, ...body }),
    ),
    route(endpoints.deleteTableView).to(({ request, params }) =>
      deleteTableView(context, readerOf(request), params.id),
    ),
    route(endpoints.setDefaultTableView).to(({ request, body }) =>
      setDefaultTableView(context, readerOf(request), {
        tableId: body.table_id,
        viewId: body.view_id,
      }),
    ),
  ]
}
