import { TicketCategory, TicketSeverity } from '@stoa/contract/platform/support'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const TicketRow = z.object({
  id: z.uuid(),
  number: z.string(),
  email: z.string(),
  category: TicketCategory,
  severity: TicketSeverity,
  subject: z.string(),
  message: z.string(),
  organization_slug: z.string().nullable(),
  project_ref: z.string().nullable(),
  allow_support_access: z.boolean(),
  created_at: Timestamp,
})
export type TicketRow = z.infer<typeof TicketRow>

const columns = sql`
  id, 'T-' || (1000 + position) as number, email, category, severity, subject, message, organization_slug, project_ref,
  allow_support_access, created_at`

export const insertTicket = (
  session: Session,
  userId: string,
  ticket: Omit<TicketRow, 'id' | 'number'>,
) =>
  session.one(
    sql`
      insert into platform.support_tickets
        (user_id, email, category, severity, subject, message, organization_slug, project_ref,
         allow_support_access, created_at)
      values
        (${userId}, ${ticket.email}, ${ticket.category}, ${ticket.severity}, ${ticket.subject},
         ${ticket.message}, ${ticket.organization_slug}, ${ticket.project_ref},
         ${ticket.allow_support_access}, ${ticket.created_at})
      returning ${columns}`,
    TicketRow,
  )

export const listTicketsOf = (session: Session, userId: string) =>
  session.many(
    sql`
      select ${columns} from platform.support_tickets where user_id = ${userId}
      order by position desc`,
    TicketRow,
  )

export const listEveryTicket = (session: Session, limit: number) =>
  session.many(
    sql`select ${columns} from platform.support_tickets order by position desc limit ${limit}`,
    TicketRow,
  )
