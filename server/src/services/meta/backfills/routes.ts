import * as contract from '@stoa/contract/services/meta/backfills'
import { route, type Route } from '../../../lib/http.ts'
import { readDatabase } from '../session.ts'
import { cancelBackfill } from './end-backfill.ts'
import { listOfTable } from './queries.ts'
import { previewBackfill, startBackfill } from './start-backfill.ts'

/** Starts, lists and cancels changes of one column in many rows. */
export const backfillRoutes = (): readonly Route[] => [
  route(contract.startBackfill).to(async ({ request, params, body }) => {
    const wanted = { table_id: params.id, definition: body.definition }
    if (body.dry_run === true)
      return { ...(await previewBackfill(request.project, wanted)), id: null }
    const started = await startBackfill(request, wanted)
    await request.recordAudit({ action: 'backfill.start', target: body.definition.column })
    return started
  }),
  route(contract.listBackfills).to(({ request, params }) =>
    readDatabase(request.project, (tx) => listOfTable(tx, request.project.ref, params.id)),
  ),
  route(contract.cancelBackfill).to(async ({ request, params }) => {
    await cancelBackfill(request.project, params.backfill)
    await request.recordAudit({ action: 'backfill.cancel', target: params.backfill })
    return {}
  }),
]
