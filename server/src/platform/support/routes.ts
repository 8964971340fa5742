import * as endpoints from '@stoa/contract/platform/support'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createTicket } from './create-ticket.ts'
import { listAllTickets, listTickets } from './list-tickets.ts'

export const supportRoutes = (context: Context): readonly Route[] => [
  route(endpoints.createTicket).to(({ request, body }) =>
    createTicket(context, request.member, body),
  ),
  route(endpoints.listTickets).to(({ request }) => listTickets(context, request.member)),
  route(endpoints.listAllTickets).to(() => listAllTickets(context)),
]
