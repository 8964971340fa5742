import type { Notice } from '@stoa/contract/platform/notices'
import { isOperator, type Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { listEveryNotice, listNoticesAt, type NoticeRow } from './queries.ts'

/** The notices of this moment; those for operators reach operators alone. */
export async function listNotices({ session, clock }: Context, member: Member): Promise<Notice[]> {
  const rows = await listNoticesAt(session, clock.now())
  return rows.filter(({ audience }) => audience === 'all' || isOperator(member)).map(toNotice)
}

export async function listAllNotices({ session }: Context): Promise<Notice[]> {
  return (await listEveryNotice(session)).map(toNotice)
}

export const toNotice = (row: NoticeRow): Notice => ({
  ...row,
  visible_from: row.visible_from.toISOString(),
  visible_until: row.visible_until.toISOString(),
})
