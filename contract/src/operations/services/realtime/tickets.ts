// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/realtime/tickets.ts'

export const createRealtimeTicket: OperationsOf<typeof source.createRealtimeTicket> = {
  method: 'POST',
  path: '/platform/realtime/{ref}/tickets',
  access: 'database:write',
}
