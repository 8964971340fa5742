import type { Invoice } from '@stoa/contract/platform/invoices'
import { AppError } from '../../lib/errors.ts'
import { organizationNotFound } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findOrganizationId } from '../organizations/port.ts'
import { readInvoice } from './pay-invoice.ts'
import { numberReserved } from './errors.ts'
import { insertInvoice } from './queries.ts'

/** The numbers of the invoices that the server issues each month. */
const MONTHLY_NUMBER = /^M-\d{4}-\d{2}-\d+$/

type NewInvoice = {
  readonly organization_slug: string
  readonly number: string
  readonly amount_cents: number
  readonly currency: string
  readonly due_at: string
}

/**
 * Creates an invoice for an organization; 409 `invoice_exists` if the number is taken, and
 * `invoice_number_reserved` for one that an invoice of a month could have.
 */
export async function createInvoice(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  input: NewInvoice,
): Promise<Invoice> {
  if (MONTHLY_NUMBER.test(input.number)) throw numberReserved(input.number)
  return session.transaction(async (tx) => {
    const organization = await findOrganizationId(tx, input.organization_slug)
    if (!organization) throw organizationNotFound()
    const created = await insertInvoice(tx, {
      organizationId: organization.id,
      number: input.number,
      amountCents: input.amount_cents,
      currency: input.currency,
      issuedAt: actor.at,
      dueAt: input.due_at,
    })
    if (!created)
      throw new AppError('invoice_exists', `Invoice ${input.number} already exists.`, {
        status: 409,
        hint: 'Use another invoice number. Numbers are unique across the installation.',
      })
    await audit(tx, actor, {
      action: 'invoice.create',
      on: { slug: input.organization_slug },
      target: input.number,
      metadata: { amount_cents: input.amount_cents, currency: input.currency },
    })
    return readInvoice(tx, created.id)
  })
}
