import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { InvoiceLine } from './subscription.ts'
import { Moment } from './values.ts'

export const Invoice = z.object({
  id: z.uuid(),
  organization_id: z.int(),
  organization_slug: z.string(),
  number: z.string(),
  /** Whole cents of `currency`. */
  amount_cents: z.int(),
  /** ISO 4217, `USD`. */
  currency: z.string(),
  issued_at: z.string(),
  due_at: z.string(),
  paid_at: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** Unpaid invoices of the caller's organizations past their due date, the oldest first. */
export const listOverdueInvoices = endpoint({
  method: 'GET',
  path: '/platform/stripe/invoices/overdue',
  access: 'signed-in',
  response: z.array(Invoice),
})

/** An organization's invoices, the newest first. */
export const listInvoices = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/invoices',
  access: 'invoice:read',
  params: z.object({ slug: z.string() }),
  response: z.array(Invoice),
})

/** An invoice with its positions; one that an operator wrote has none. */
export const InvoiceDetail = Invoice.extend({ lines: z.array(InvoiceLine) })
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

/** 404 `invoice_not_found` for an invoice of another organization. */
export const getInvoice = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/invoices/{id}',
  access: 'invoice:read',
  params: z.object({ slug: z.string(), id: z.uuid() }),
  response: InvoiceDetail,
})

/** Creates an invoice. Returns 409 `invoice_exists` when the number is taken, 404 for an unknown organization. */
export const createInvoice = endpoint({
  method: 'POST',
  path: '/platform/installation/invoices',
  access: 'operator',
  body: z.object({
    organization_slug: z.string(),
    number: z.string().trim().min(1).max(100),
    amount_cents: z.int().min(1),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
      .default('USD'),
    due_at: Moment,
  }),
  response: Invoice,
  status: 201,
})

/** Marks an invoice as paid; a paid invoice stays unchanged. */
export const payInvoice = endpoint({
  method: 'POST',
  path: '/platform/installation/invoices/{id}/pay',
  access: 'operator',
  params: z.object({ id: z.uuid() }),
  response: Invoice,
})
