import * as endpoints from '@stoa/contract/platform/schema-layouts'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { deleteLayout, readLayouts, saveLayout, shareLayout } from './schema-layouts.ts'

export const schemaLayoutRoutes = (context: Context): readonly Route[] => {
  const of = (request: FastifyRequest, schema: string) => ({
    member: request.member,
    scope: context.access.projectOf(request),
    schema,
  })
  return [
    route(endpoints.getSchemaLayouts).to(({ request, query }) =>
      readLayouts(context.session, of(request, query.schema)),
    ),
    route(endpoints.saveSchemaLayout).to(({ request, query, body }) =>
      saveLayout(context, of(request, query.schema), body.positions),
    ),
    route(endpoints.deleteSchemaLayout).to(({ request, query }) =>
      deleteLayout(context, of(request, query.schema)),
    ),
    route(endpoints.shareSchemaLayout).to(({ request, query, body }) =>
      shareLayout(context, of(request, query.schema), body.positions),
    ),
  ]
}
