import type { FastifyRequest } from 'fastify'
import * as endpoints from '@stoa/contract/platform/content'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { deleteSnippet } from './delete-snippet.ts'
import { listSnippets, readSnippet, snippetKey } from './read-snippets.ts'
import { saveSnippet } from './save-snippet.ts'

export const contentRoutes = (
  context: Pick<Context, 'access' | 'clock' | 'session'>,
): readonly Route[] => {
  const { projectOf } = context.access
  const keyOf = (request: FastifyRequest, id: string) =>
    snippetKey(request.member, projectOf(request), id)
  return [
    route(endpoints.listSnippets).to(({ request }) =>
      listSnippets(context, request.member, projectOf(request)),
    ),
    route(endpoints.getSnippet).to(({ request, params }) =>
      readSnippet(context, keyOf(request, params.id)),
    ),
    route(endpoints.saveSnippet).to(({ request, params, body }) =>
      saveSnippet(context, keyOf(request, params.id), body),
    ),
    route(endpoints.deleteSnippet).to(({ request, params }) =>
      deleteSnippet(context, keyOf(request, params.id)),
    ),
  ]
}
