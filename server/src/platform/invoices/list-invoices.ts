import type { Invoice } from '@stoa/contract/platform/invoices'
import type { Member } from '../../project/member.ts'
import { rowsInReach } from '../access/port.ts'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { listInvoicesOf, listOverdue, listOverdueOfPerson } from './queries.ts'

/** Unpaid invoices of the caller's organizations; of all organizations for the operator credential. */
export async function listOverdueInvoices(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  member: Member,
): Promise<Invoice[]> {
  const now = clock.now()
  return rowsInReach(member, {
    every: () => listOverdue(session, now),
    ofPerson: (userId) => listOverdueOfPerson(session, userId, now),
  })
}

export async function listInvoices(
  { session }: Pick<Context, 'session'>,
  scope: Scope,
): Promise<Invoice[]> {
  return listInvoicesOf(session, scope.organizationId)
}
