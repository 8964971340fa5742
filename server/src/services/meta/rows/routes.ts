import { changeManyRows as changeManyRowsEndpoint } from '@stoa/contract/services/meta/bulk-changes'
import {
  changeRows as changeRowsEndpoint,
  readSaveOutcome,
} from '@stoa/contract/services/meta/row-changes'
import { exportRows } from '@stoa/contract/services/meta/row-export'
import { listRowReferences as listRowReferencesEndpoint } from '@stoa/contract/services/meta/row-references'
import { readRowSignal as readRowSignalEndpoint } from '@stoa/contract/services/meta/row-signal'
import * as rows from '@stoa/contract/services/meta/rows'
import type { Clock } from '../../../lib/clock.ts'
import { route, downloadRoute } from '../../../lib/http.ts'
import type { CallerOf } from '../../../project/impersonate.ts'
import { sightOf } from '../withheld.ts'
import { changeManyRows, previewBulkChange } from './bulk.ts'
import { changeRows, previewChanges } from './changes.ts'
import { deleteRows } from './delete.ts'
import { createExports } from './export.ts'
import { getRow } from './get.ts'
import { listRows } from './list.ts'
import { listRowReferences } from './references.ts'
import { readOutcome } from './outcome.ts'
import { readRowSignal } from './signal.ts'
import { insertRow, updateRow } from './write.ts'

type RowRouteDeps = { readonly callerOf: CallerOf; readonly clock: Clock }

/** The members' routes for the rows of a table. */
export const rowRoutes = ({ callerOf, clock }: RowRouteDeps, exports = createExports()) => [
  route(rows.listRows).to(async ({ request, params, body: { impersonate, ...body } }) =>
    listRows(request.project, params.id, {
      request: body,
      sight: sightOf(request),
      caller: await callerOf(request, impersonate),
    }),
  ),
  route(readRowSignalEndpoint).to(({ request, params }) =>
    readRowSignal(request.project, params.id, sightOf(request)),
  ),
  route(rows.getRow).to(async ({ request, params, body: { key, impersonate } }) =>
    getRow(request.project, params.id, {
      key,
      sight: sightOf(request),
      caller: await callerOf(request, impersonate),
    }),
  ),
  route(listRowReferencesEndpoint).to(async ({ request, params, body: { key, impersonate } }) =>
    listRowReferences(request.project, params.id, {
      key,
      sight: sightOf(request),
      caller: await callerOf(request, impersonate),
      now: () => clock.now().getTime(),
    }),
  ),
  route(rows.insertRow).to(
    async ({ request, params, body: { values, save_token: token, impersonate } }) =>
      insertRow(request.project, params.id, {
        values,
        token,
        caller: await callerOf(request, impersonate),
      }),
  ),
  route(rows.updateRow).to(async ({ request, params, body: { impersonate, ...change } }) =>
    updateRow(request.project, params.id, {
      ...change,
      caller: await callerOf(request, impersonate),
    }),
  ),
  route(rows.deleteRows).to(async ({ request, params, body: { keys, impersonate } }) => ({
    deleted: await deleteRows(request.project, params.id, {
      keys,
      caller: await callerOf(request, impersonate),
    }),
  })),
  route(changeRowsEndpoint).to(async ({ request, params, body }) => {
    const caller = await callerOf(request, body.impersonate)
    const apply = body.dry_run ? previewChanges : changeRows
    const { changes, save_token: token } = body
    return apply(request.project, params.id, { changes, token, caller })
  }),
  route(changeManyRowsEndpoint).to(async ({ request, params, body }) => {
    const { impersonate, dry_run: isDryRun, ...change } = body
    const caller = await callerOf(request, impersonate)
    const act = isDryRun ? previewBulkChange : changeManyRows
    return act(request.project, params.id, { request: change, caller })
  }),
  route(readSaveOutcome).to(({ request, body }) => readOutcome(request.project, body.save_token)),
  downloadRoute(exportRows).to(async ({ request, params, body: { impersonate, ...body } }) =>
    exports.start(request.project, params.id, {
      request: body,
      sight: sightOf(request),
      caller: await callerOf(request, impersonate),
    }),
  ),
]
