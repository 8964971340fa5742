import * as contract from '@stoa/contract/services/wrappers/files'
import { route, type Route } from '../../../lib/http.ts'
import { authorOf } from '../../../project/migration-record.ts'
import { changedFields } from '../../../project/unchanged.ts'
import { recordsOf } from '../sessions.ts'
import { readRuns, requireFile } from './queries.ts'
import type { Refresher } from './refresher.ts'
import type { Sources } from './sources.ts'

/** The routes for members at `/platform/wrappers/:ref/files`. */
export function fileRoutes({
  sources,
  refresher,
}: {
  readonly sources: Sources
  readonly refresher: Refresher
}): readonly Route[] {
  return [
    route(contract.listFileSources).to(({ request }) => sources.list(request.project)),
    route(contract.previewFile).to(({ body, request }) => sources.preview(request.project, body)),
    route(contract.createFileSource).to(async ({ body, request }) => {
      const created = await sources.create(request.project, request.member, body)
      await request.recordAudit({
        action: 'file_source.create',
        target: `${body.schema}.${body.table}`,
        metadata: { place: body.place.kind, format: body.format.kind },
      })
      return created
    }),
    route(contract.updateFileSource).to(async ({ params, body, request }) => {
      const updated = await sources.update(request.project, params.id, body)
      const target = `${updated.schema}.${updated.table}`
      const metadata = { changed: changedFields(body) }
      await request.recordAudit({ action: 'file_source.update', target, metadata })
      return updated
    }),
    route(contract.deleteFileSource).to(async ({ params, query, request }) => {
      const { member } = request
      const target = await sources.remove(request.project, params.id, {
        member,
        dropsTable: query.drop_table,
      })
      const metadata = { drop_table: query.drop_table }
      await request.recordAudit({ action: 'file_source.delete', target, metadata })
      return {}
    }),
    route(contract.refreshFileSource).to(async ({ params, body, request }) => {
      const run = await refresher.begin(request.project, params.id, {
        trigger: 'manual',
        force: body.force,
        author: authorOf(request.member),
      })
      await request.recordAudit({ action: 'file_source.refresh', target: params.id })
      return run
    }),
    route(contract.listFileRuns).to(async ({ params, request }) => {
      const session = recordsOf(request.project)
      await requireFile(session, params.id)
      return readRuns(session, params.id)
    }),
  ]
}
