// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/support.ts'

export const createTicket: OperationsOf<typeof source.createTicket> = {
  method: 'POST',
  path: '/platform/support/tickets',
  access: 'signed-in',
}

export const listAllTickets: OperationsOf<typeof source.listAllTickets> = {
  method: 'GET',
  path: '/platform/installation/support-tickets',
  access: 'operator',
}

export const listTickets: OperationsOf<typeof source.listTickets> = {
  method: 'GET',
  path: '/platform/support/tickets',
  access: 'signed-in',
}
