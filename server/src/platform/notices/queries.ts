import { NoticeAudience } from '@stoa/contract/platform/notices'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const NoticeRow = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  audience: NoticeAudience,
  visible_from: Timestamp,
  visible_until: Timestamp,
})
export type NoticeRow = z.infer<typeof NoticeRow>

const columns = sql`id, title, text, link, audience, visible_from, visible_until`

export const listNoticesAt = (session: Session, at: Date) =>
  session.many(
    sql`
      select ${columns} from platform.notices
      where visible_from <= ${at} and visible_until > ${at}
      order by visible_from desc, id`,
    NoticeRow,
  )

export const listEveryNotice = (session: Session) =>
  session.many(
    sql`select ${columns} from platform.notices order by visible_from desc, id`,
    NoticeRow,
  )

export const insertNotice = (
  session: Session,
  notice: {
    title: string
    text: string
    link: string | null
    audience: string
    visible_from: string
    visible_until: string
  },
) =>
  session.one(
    sql`
      insert into platform.notices (title, text, link, audience, visible_from, visible_until)
      values
        (${notice.title}, ${notice.text}, ${notice.link}, ${notice.audience},
         ${notice.visible_from}, ${notice.visible_until})
      returning ${columns}`,
    NoticeRow,
  )

/** Returns the deleted notice. */
export const removeNotice = (session: Session, id: string) =>
  session.maybe(sql`delete from platform.notices where id = ${id} returning ${columns}`, NoticeRow)
