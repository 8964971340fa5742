import * as contract from '@stoa/contract/services/imports/imports'
import { FileFormat } from '@stoa/contract/services/table-files'
import { invalidRequest } from '../../lib/refusals.ts'
import { route, uploadRoute, type Route } from '../../lib/http.ts'
import { authorOf } from '../../project/migration-record.ts'
import { notFound } from './errors.ts'
import type { ImportContext } from './context.ts'
import { createImport, createScriptImport } from './create-import.ts'
import { cancelImport, listImports } from './imports.ts'
import { receiveImport } from './receive-import.ts'
import { planImport, textsOf } from './plan.ts'
import type { createPreviews } from './preview.ts'
import { readImport, readRejectedRows } from './records.ts'
import { createSampleTables } from './sample/create-sample.ts'

/** The routes for members at `/platform/imports/:ref`. */
export function memberRoutes(
  context: Pick<ImportContext, 'clock' | 'jobsOf' | 'queue' | 'refuseProtectedSchema'>,
  preview: ReturnType<typeof createPreviews>,
): readonly Route[] {
  return [
    uploadRoute(contract.previewImport).to(({ query, body, request }) =>
      preview(request.project, body, {
        name: query.name,
        format: query.format === undefined ? undefined : readFormat(query.format),
        isPartial: query.partial,
      }),
    ),
    // As the owner, like the import itself. Only the catalog is read.
    route(contract.planImport).to(async ({ body, request }) => ({
      statements: textsOf(
        await planImport(
          request.project.database.as('postgres'),
          body,
          context.refuseProtectedSchema,
        ),
      ),
    })),
    route(contract.createImport).to(async ({ body, request }) => {
      const author = authorOf(request.member)
      const created = await createImport(context, request.project, { definition: body, author })
      await request.recordAudit({
        action: 'import.create',
        target: targetOf(created),
        metadata: { mode: created.mode, file: created.file_name, bytes: created.file_bytes },
      })
      return created
    }),
    route(contract.createScriptImport).to(async ({ body, request }) => {
      const author = authorOf(request.member)
      const created = await createScriptImport(context, request.project, {
        definition: body,
        author,
      })
      await request.recordAudit({
        action: 'import.create',
        target: targetOf(created),
        metadata: { mode: created.mode, file: created.file_name, bytes: created.file_bytes },
      })
      return created
    }),
    uploadRoute(contract.sendImportedFile).to(({ params, query, body, request }) =>
      receiveImport(context, request.project, { id: params.id, offset: query.offset, body }),
    ),
    route(contract.listImports).to(({ request }) => listImports(context, request.project)),
    route(contract.cancelImport).to(async ({ params, request }) => {
      const cancelled = await cancelImport(context, request.project, params.id)
      await request.recordAudit({
        action: 'import.cancel',
        target: targetOf(cancelled),
      })
      return cancelled
    }),
    route(contract.listRejectedRows).to(async ({ params, request }) => {
      if (!(await readImport(request.project, params.id))) throw notFound()
      return readRejectedRows(request.project, params.id)
    }),
    route(contract.createSampleDatabase).to(async ({ request }) => {
      const tables = await createSampleTables(request.project, authorOf(request.member))
      await request.recordAudit({ action: 'sample_database.create' })
      return { tables }
    }),
  ]
}

const targetOf = ({ schema, table, file_name: file }: contract.Import): string =>
  schema === null ? file : `${schema}.${table}`

function readFormat(text: string): FileFormat {
  try {
    return FileFormat.parse(JSON.parse(text))
  } catch {
    throw invalidRequest(
      'The format of the file is not valid.',
      'Reload the page, then select the format again.',
    )
  }
}
