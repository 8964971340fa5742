import * as contract from '@stoa/contract/services/logs/drains'
import { route, type Route } from '../../../lib/http.ts'
import type { Drains } from './drains.ts'

/** The routes for members at `/platform/projects/:ref/analytics/log-drains`. */
export function drainRoutes(drains: Drains): readonly Route[] {
  return [
    route(contract.listLogDrains).to(({ request: { storedProject } }) =>
      drains.list(storedProject.ref),
    ),
    route(contract.createLogDrain).to(async ({ body, request }) => {
      const created = await drains.create(request.storedProject.ref, body)
      const metadata = { type: created.type }
      await request.recordAudit({ action: 'log_drain.create', target: created.name, metadata })
      return created
    }),
    route(contract.updateLogDrain).to(async ({ params: { token }, body, request }) => {
      const updated = await drains.update(request.storedProject.ref, token, body)
      const metadata = { type: updated.type }
      await request.recordAudit({ action: 'log_drain.update', target: updated.name, metadata })
      return updated
    }),
    route(contract.pauseLogDrain).to(async ({ params: { token }, body, request }) => {
      const changed = await drains.pause(request.storedProject.ref, token, body.is_paused)
      const action = body.is_paused ? 'log_drain.pause' : 'log_drain.resume'
      await request.recordAudit({ action, target: changed.name })
      return changed
    }),
    route(contract.deleteLogDrain).to(async ({ params: { token }, request }) => {
      const { name } = await drains.remove(request.storedProject.ref, token)
      await request.recordAudit({ action: 'log_drain.delete', target: name })
      return {}
    }),
    route(contract.testLogDrain).to(async ({ params: { token }, request }) => {
      const { name, result } = await drains.test(request.storedProject.ref, token)
      const metadata = { is_accepted: result.is_accepted }
      await request.recordAudit({ action: 'log_drain.test', target: name, metadata })
      return result
    }),
  ]
}
