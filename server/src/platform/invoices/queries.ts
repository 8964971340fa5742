import { InvoiceLine } from '@stoa/contract/platform/subscription'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const InvoiceRow = z.object({
  id: z.uuid(),
  organization_id: z.coerce.number(),
  organization_slug: z.string(),
  number: z.string(),
  amount_cents: z.coerce.number(),
  currency: z.string(),
  issued_at: Timestamp,
  due_at: Timestamp,
  paid_at: Timestamp.nullable(),
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

const invoices = sql`
  select
    i.id, i.organization_id, o.slug as organization_slug, i.number, i.amount_cents, i.currency,
    i.issued_at, i.due_at, i.paid_at
  from platform.invoices i
  join platform.organizations o on o.id = i.organization_id`

export const listOverdue = (session: Session, at: Date) =>
  session.many(
    sql`${invoices} where i.paid_at is null and i.due_at <= ${at} order by i.due_at, i.id`,
    InvoiceRow,
  )

export const listOverdueOfPerson = (session: Session, userId: string, at: Date) =>
  session.many(
    sql`
      ${invoices}
      join platform.members m on m.organization_id = o.id and m.user_id = ${userId}
      where i.paid_at is null and i.due_at <= ${at}
      order by i.due_at, i.id`,
    InvoiceRow,
  )

export const listInvoicesOf = (session: Session, organizationId: number) =>
  session.many(
    sql`
      ${invoices} where i.organization_id = ${organizationId}
      order by i.issued_at desc, i.number desc`,
    InvoiceRow,
  )

export const findInvoice = (session: Session, id: string) =>
  session.maybe(sql`${invoices} where i.id = ${id}`, InvoiceRow)

/** Returns undefined if the number is taken. */
export const insertInvoice = (
  session: Session,
  invoice: {
    organizationId: number
    number: string
    amountCents: number
    currency: string
    issuedAt: Date
    dueAt: Date | string
  },
) =>
  session.maybe(
    sql`
      insert into platform.invoices
        (organization_id, number, amount_cents, currency, issued_at, due_at)
      values
        (${invoice.organizationId}, ${invoice.number}, ${invoice.amountCents},
         ${invoice.currency}, ${invoice.issuedAt}, ${invoice.dueAt})
      on conflict (number) do nothing
      returning id`,
    z.object({ id: z.uuid() }),
  )

export const insertLines = (tx: Session, invoiceId: string, lines: readonly InvoiceLine[]) =>
  tx.run(sql`
    insert into platform.invoice_lines
      (invoice_id, position, description, project_ref, project_name, quantity, amount_cents)
    select ${invoiceId}, l.position, l.description, nullif(l.project_ref, ''),
      nullif(l.project_name, ''), l.quantity, l.amount_cents
    from rows from (
      unnest(
        ${lines.map(({ description }) => description)}::text[],
        ${lines.map(({ project_ref }) => project_ref ?? '')}::text[],
        ${lines.map(({ project_name }) => project_name ?? '')}::text[],
        ${lines.map(({ quantity }) => quantity)}::text[],
        ${lines.map(({ amount_cents }) => String(amount_cents))}::bigint[]
      )
    ) with ordinality
      as l (description, project_ref, project_name, quantity, amount_cents, position)`)

/** The positions of an invoice, in their order. */
export const listLines = (session: Session, invoiceId: string) =>
  session.many(
    sql`
      select description, project_ref, project_name, quantity, amount_cents
      from platform.invoice_lines where invoice_id = ${invoiceId} order by position`,
    InvoiceLine.extend({ amount_cents: z.coerce.number() }),
  )

/** The months before a moment in which plans were sold, and that are not billed yet. */
export const listUnbilledMonths = (session: Session, before: Date) =>
  session.many(
    sql`
      select distinct p.organization_id, to_char(m.month, 'YYYY-MM') as month
      from platform.plan_periods p,
        generate_series(
          date_trunc('month', p.begins_at at time zone 'UTC'),
          (least(p.ends_at, ${before}) - interval '1 millisecond') at time zone 'UTC',
          interval '1 month'
        ) as m (month)
      where p.begins_at < ${before} and not exists (
        select from platform.billed_months b
        where b.organization_id = p.organization_id and b.month = m.month::date)
      order by month, p.organization_id`,
    z.object({ organization_id: z.coerce.number(), month: z.string() }),
  )

/** Marks a month as billed; returns whether it was not. */
export const markBilled = async (
  tx: Session,
  organizationId: number,
  month: string,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into platform.billed_months (organization_id, month)
    values (${organizationId}, ${`${month}-01`}::date)
    on conflict do nothing`)) === 1

/** Returns whether it was unpaid before. */
export const setPaid = async (session: Session, id: string, at: Date): Promise<boolean> =>
  (await session.run(sql`
    update platform.invoices set paid_at = ${at} where id = ${id} and paid_at is null`)) === 1

/** Returns newly overdue invoices, each only once. */
export const takeUnreminded = (session: Session, at: Date) =>
  session.many(
    sql`
      update platform.invoices set reminded_at = ${at}
      where paid_at is null and due_at <= ${at} and reminded_at is null
      returning organization_id, number`,
    z.object({ organization_id: z.coerce.number(), number: z.string() }),
  )
