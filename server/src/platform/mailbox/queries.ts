import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const MailRow = z.object({
  id: z.uuid(),
  recipient: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sent_at: Timestamp,
})
export type MailRow = z.infer<typeof MailRow>

export const listMails = (session: Session, projectRef: string) =>
  session.many(
    sql`
      select id, recipient, subject, html, text, sent_at
      from platform.mails
      where project_ref = ${projectRef}
      order by position desc`,
    MailRow,
  )

export const insertMail = (
  session: Session,
  mail: {
    projectRef: string
    to: string
    subject: string
    html: string
    text: string
    sentAt: Date
  },
) =>
  session.run(sql`
    insert into platform.mails (project_ref, recipient, subject, html, text, sent_at)
    values
      (${mail.projectRef}, ${mail.to}, ${mail.subject}, ${mail.html}, ${mail.text}, ${mail.sentAt})`)

/** Deletes all but the newest `keep` mails of one project. */
export const trimMails = (session: Session, projectRef: string, keep: number) =>
  session.run(sql`
    delete from platform.mails
    where project_ref = ${projectRef} and position <= (
      select position from platform.mails
      where project_ref = ${projectRef}
      order by position desc offset ${keep} limit 1
    )`)

export const deleteMails = (session: Session, projectRef: string) =>
  session.run(sql`delete from platform.mails where project_ref = ${projectRef}`)
