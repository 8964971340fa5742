import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Moment, WebLink } from './values.ts'

export const NoticeAudience = z.enum(['all', 'operators'])
export type NoticeAudience = z.infer<typeof NoticeAudience>

/** A banner for everybody or for operators, shown between two times. */
export const Notice = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** The target of "Learn more". */
  link: z.string().nullable(),
  audience: NoticeAudience,
  /** The first moment it is shown. */
  visible_from: z.string(),
  /** The first moment it is no longer shown. */
  visible_until: z.string(),
})
export type Notice = z.infer<typeof Notice>

/** The notices that are visible now, the newest first; notices for operators are returned to operators only. */
export const listNotices = endpoint({
  method: 'GET',
  path: '/platform/notices',
  access: 'anyone',
  response: z.array(Notice),
})

/** Every notice, past and future ones included, the newest first. */
export const listAllNotices = endpoint({
  method: 'GET',
  path: '/platform/installation/notices',
  access: 'operator',
  response: z.array(Notice),
})

export const createNotice = endpoint({
  method: 'POST',
  path: '/platform/installation/notices',
  access: 'operator',
  body: z
    .object({
      title: z.string().trim().min(1).max(200),
      text: z.string().trim().min(1).max(2000),
      link: WebLink.nullable().default(null),
      audience: NoticeAudience.default('all'),
      visible_from: Moment,
      visible_until: Moment,
    })
    .refine((notice) => Date.parse(notice.visible_from) < Date.parse(notice.visible_until), {
      path: ['visible_until'],
      message: 'must be later than visible_from',
    }),
  response: Notice,
  status: 201,
})

export const deleteNotice = endpoint({
  method: 'DELETE',
  path: '/platform/installation/notices/{id}',
  access: 'operator',
  params: z.object({ id: z.uuid() }),
  response: z.object({}),
})
