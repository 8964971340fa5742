import type { InvoiceDetail } from '@stoa/contract/platform/invoices'
import type { Scope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { invoiceNotFound } from './errors.ts'
import { findInvoice, listLines } from './queries.ts'

/** An organization's invoice with its positions; 404 `invoice_not_found`. */
export async function readInvoiceDetail(
  { session }: Pick<Context, 'session'>,
  { organizationId }: Scope,
  id: string,
): Promise<InvoiceDetail> {
  const invoice = await findInvoice(session, id)
  if (invoice?.organization_id !== organizationId) throw invoiceNotFound()
  return { ...invoice, lines: await listLines(session, id) }
}
