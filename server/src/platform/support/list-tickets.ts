import type { Ticket } from '@stoa/contract/platform/support'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { listEveryTicket, listTicketsOf } from './queries.ts'

const LISTED = 1000

/** The caller's own tickets, newest first. */
export async function listTickets(
  { session }: Pick<Context, 'session'>,
  member: Member,
): Promise<Ticket[]> {
  return listTicketsOf(session, personOf(member).userId)
}

export async function listAllTickets({ session }: Pick<Context, 'session'>): Promise<Ticket[]> {
  return listEveryTicket(session, LISTED)
}
