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
    dueAt: string
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
