import * as contract from '@stoa/contract/services/wrappers/files'
import { route, type Route } from '../../../lib/http.ts'
import { authorOf } from '../../../project/migration-record.ts'
import { changedFields } from '../../../project/unchanged.ts'
import { recordsOf } from '../sessions.ts'
import { createSource } from './create-source.ts'
import { deleteSource } from './delete-source.ts'
import { listSources } from './list-sources.ts'
import type { PreviewFile } from './preview-file.ts'
import { readRuns, requireFile } from './queries.ts'
import type { SourceContext } from './source-context.ts'
import { updateSource } from './update-source.ts'

/** The routes for members at `/platform/wrappers/:ref/files`. */
export function fileRoutes(
  context: Pick<SourceContext, 'identity' | 'newId' | 'refresher'>,
  { previewFile }: { readonly previewFile: PreviewFile },
): readonly Route[] {
  const { refresher } = context
  return [
    route(contract.listFileSources).to(({ request }) => listSources(context, request.project)),
    route(contract.previewFile).to(({ body, request }) => previewFile(request.project, body)),
    route(contract.createFileSource).to(async ({ body, request }) => {
      const { member } = request
      const created = await createSource(context, request.project, { member, source: body })
      await request.recordAudit({
        action: 'file_source.create',
        target: `${body.schema}.${body.table}`,
        metadata: { place: body.place.kind, format: body.format.kind },
      })
      return created
    }),
    route(contract.updateFileSource).to(async ({ params, body, request }) => {
      const { id } = params
      const updated = await updateSource(context, request.project, { id, change: body })
      const target = `${updated.schema}.${updated.table}`
      const metadata = { changed: changedFields(body) }
      await request.recordAudit({ action: 'file_source.update', target, metadata })
      return updated
    }),
    route(contract.deleteFileSource).to(async ({ params, query, request }) => {
      const target = await deleteSource(context, request.project, {
        id: params.id,
        member: request.member,
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
