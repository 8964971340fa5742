import type { FastifyRequest } from 'fastify'
import * as snippets from '@stoa/contract/platform/content'
import * as folders from '@stoa/contract/platform/content-folders'
import * as history from '@stoa/contract/platform/content-history'
import * as views from '@stoa/contract/platform/content-views'
import * as versions from '@stoa/contract/platform/content-versions'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { deleteSnippets, markFavorite, moveSnippets, restoreSnippet } from './change-snippets.ts'
import { contentCaller } from './content-caller.ts'
import { createFolder, deleteFolder, listFolders, updateFolder } from './folders.ts'
import { readQueryView, saveQueryView } from './query-views.ts'
import { listDeletedSnippets, listSnippets, readSnippet, searchSnippets } from './read-snippets.ts'
import { clearHistory, listPastRuns } from './run-history.ts'
import { saveSnippet } from './save-snippet.ts'
import { listVersions, readVersion, restoreVersion } from './versions.ts'

export const contentRoutes = (context: Context): readonly Route[] => {
  const callerOf = (request: FastifyRequest) => contentCaller(context, request)
  /** Lists are empty for the operator credential, which has no account. */
  const hasAccount = ({ member }: FastifyRequest) => member.kind === 'person'
  return [
    route(snippets.listSnippets).to(async ({ request }) =>
      hasAccount(request) ? listSnippets(context, callerOf(request)) : [],
    ),
    route(snippets.searchSnippets).to(({ request, query }) =>
      searchSnippets(context, callerOf(request), query.text),
    ),
    route(snippets.listDeletedSnippets).to(async ({ request }) =>
      hasAccount(request) ? listDeletedSnippets(context, callerOf(request)) : [],
    ),
    route(snippets.getSnippet).to(({ request, params }) =>
      readSnippet(context.session, callerOf(request), params.id),
    ),
    route(snippets.saveSnippet).to(({ request, params, body }) =>
      saveSnippet(context, callerOf(request), { id: params.id, ...body }),
    ),
    route(snippets.deleteSnippet).to(({ request, params }) =>
      deleteSnippets(context, callerOf(request), [params.id]),
    ),
    route(snippets.deleteSnippets).to(({ request, body }) =>
      deleteSnippets(context, callerOf(request), body.ids),
    ),
    route(snippets.moveSnippets).to(({ request, body }) =>
      moveSnippets(context, callerOf(request), body),
    ),
    route(snippets.markFavorite).to(({ request, params, body }) =>
      markFavorite(context, callerOf(request), { id: params.id, isFavorite: body.is_favorite }),
    ),
    route(views.getQueryView).to(({ request, params }) =>
      readQueryView(context, callerOf(request), params.id),
    ),
    route(views.saveQueryView).to(({ request, params, body }) =>
      saveQueryView(context, callerOf(request), { id: params.id, view: body.view }),
    ),
    route(snippets.restoreSnippet).to(({ request, params }) =>
      restoreSnippet(context, callerOf(request), params.id),
    ),
    route(folders.listFolders).to(async ({ request }) =>
      hasAccount(request) ? listFolders(context, callerOf(request)) : [],
    ),
    route(folders.createFolder).to(({ request, body }) =>
      createFolder(context, callerOf(request), body),
    ),
    route(folders.updateFolder).to(({ request, params, body }) =>
      updateFolder(context, callerOf(request), { folder_id: params.folder_id, ...body }),
    ),
    route(folders.deleteFolder).to(({ request, params }) =>
      deleteFolder(context, callerOf(request), params.folder_id),
    ),
    route(versions.listVersions).to(({ request, params }) =>
      listVersions(context, callerOf(request), params.id),
    ),
    route(versions.getVersion).to(({ request, params }) =>
      readVersion(context, callerOf(request), params),
    ),
    route(versions.restoreVersion).to(({ request, params, body }) =>
      restoreVersion(context, callerOf(request), { ...params, storedVersion: body.version }),
    ),
    route(history.listPastRuns).to(({ request, query }) =>
      listPastRuns(context, callerOf(request), query),
    ),
    route(history.clearHistory).to(({ request }) => clearHistory(context, callerOf(request))),
  ]
}
