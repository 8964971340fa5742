import type { Invoice } from '@stoa/contract/platform/invoices'
import type { Member } from '../../project/member.ts'
import { rowsInReach } from '../access/port.ts'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { listInvoicesOf, listOverdue, listOverdueOfPerson, type InvoiceRow } from './queries.ts'

/** What is due and unpaid in the caller's organizations; in all of them for the operator credential. */
export async function listOverdueInvoices(
  { session, clock }: Context,
  member: Member,
): Promise<Invoice[]> {
  const now = clock.now()
  const rows = await rowsInReach(member, {
    every: () => listOverdue(session, now),
    ofPerson: (userId) => listOverdueOfPerson(session, userId, now),
  })
  return rows.map(toInvoice)
}

export async function listInvoices({ session }: Context, scope: Scope): Promise<Invoice[]> {
  return (await listInvoicesOf(session, scope.organizationId)).map(toInvoice)
}

export const toInvoice = (row: InvoiceRow): Invoice => ({
  ...row,
  issued_at: row.issued_at.toISOString(),
  due_at: row.due_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
})
