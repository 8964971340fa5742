import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'

/**
 * Issues a ticket that a member's client sends as its access token to join channels as another role
 * or user. Only realtime accepts it, so it gives no access to the rest of the project.
 */
export const createRealtimeTicket = endpoint({
  method: 'POST',
  path: '/platform/realtime/{ref}/tickets',
  access: 'database:write',
  params: z.object({ ref: z.string() }),
  body: Impersonation,
  response: z.object({ ticket: z.string(), expires_at: z.string() }),
})
