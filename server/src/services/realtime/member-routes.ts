import { readRealtimeMetrics } from '@stoa/contract/services/realtime/metrics'
import { createRealtimeTicket } from '@stoa/contract/services/realtime/tickets'
import type { Clock } from '../../lib/clock.ts'
import { route } from '../../lib/http.ts'
import { callerFor } from '../../project/impersonate.ts'
import type { MemberDoor } from '../../project/service.ts'
import type { Activities } from './metrics/activity.ts'
import type { Tickets } from './tickets.ts'

type MemberDeps = {
  readonly activities: Activities
  readonly tickets: Tickets
  readonly clock: Clock
}

/** The APIs for members at `/platform/realtime/:ref`. Reading metrics wakes no sleeping project. */
export function memberDoors({ activities, tickets, clock }: MemberDeps): readonly MemberDoor[] {
  const readMetrics = route(readRealtimeMetrics).to(({ request }) =>
    activities.read(request.storedProject.ref),
  )
  const createTicket = route(createRealtimeTicket).to(async ({ request, body }) => {
    const { project } = request
    const caller = await callerFor(project, body, clock)
    // Anyone who has the ticket can read and send what the user can.
    await request.recordAudit({
      action: 'realtime_ticket.create',
      target: body.userId ?? body.role,
      metadata: { role: body.role },
    })
    const { ticket, expiresAt } = tickets.issue(project.ref, caller)
    return { ticket, expires_at: expiresAt.toISOString() }
  })
  return [
    { needs: 'records', routes: [readMetrics] },
    { needs: 'database', routes: [createTicket] },
  ]
}
