import * as contract from '@stoa/contract/services/meta/drift'
import { route, type Route } from '../../../lib/http.ts'
import { createDrift } from './read-drift.ts'

/** Compares the history with the database, and records differences. */
export function driftRoutes(): Route[] {
  const drift = createDrift()
  return [
    route(contract.listDrift).to(({ request }) => drift.list(request)),
    route(contract.recordDrift).to(async ({ request, body }) => {
      const statements = await drift.record(request, body)
      await request.recordAudit({ action: 'drift.record', target: `${body.schema}.${body.name}` })
      return { statements }
    }),
  ]
}
