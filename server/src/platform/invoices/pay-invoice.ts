import type { Invoice } from '@stoa/contract/platform/invoices'
import type { Session } from '../../postgres/database.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { invoiceNotFound } from './errors.ts'
import { findInvoice, setPaid } from './queries.ts'

/** Marks an invoice as paid now; one that is already paid does not change. */
export async function payInvoice(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  id: string,
): Promise<Invoice> {
  return session.transaction(async (tx) => {
    const wasOpen = await setPaid(tx, id, actor.at)
    const invoice = await readInvoice(tx, id)
    if (wasOpen)
      await audit(tx, actor, {
        action: 'invoice.pay',
        on: { slug: invoice.organization_slug },
        target: invoice.number,
      })
    return invoice
  })
}

/** Throws 404 `invoice_not_found`. */
export async function readInvoice(session: Session, id: string): Promise<Invoice> {
  const row = await findInvoice(session, id)
  if (row) return row
  throw invoiceNotFound()
}
