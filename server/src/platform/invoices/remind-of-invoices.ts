import type { Context } from '../context.ts'
import { invoiceOverdue, MANAGERS, notifyRoles } from '../notifications/port.ts'
import { takeUnreminded } from './queries.ts'

/** Notifies the managers of an organization of an overdue invoice, once. */
export async function remindOfInvoices({
  session,
  clock,
}: Pick<Context, 'clock' | 'session'>): Promise<void> {
  const at = clock.now()
  await session.transaction(async (tx) => {
    for (const { organization_id, number } of await takeUnreminded(tx, at))
      await notifyRoles(
        tx,
        { organizationId: organization_id, roles: MANAGERS, except: null },
        { at, note: invoiceOverdue(number) },
      )
  })
}
