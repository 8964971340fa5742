import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'

/**
 * Issues a ticket that a member's client gives as its access token when it joins channels as another
 * role or user. It is valid for realtime alone, so that it opens nothing else of the project.
 */
export const createRealtimeTicket = endpoint({
  method: 'POST',
  path: '/platform/realtime/{ref}/tickets',
  access: 'database:write',
  params: z.object({ ref: z.string() }),
  body: Impersonation,
  response: z.object({ ticket: z.string(), expires_at: z.string() }),
})
