import type { Notice } from '@stoa/contract/platform/notices'
import { isOperator, type Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { listEveryNotice, listNoticesAt } from './queries.ts'

/** The current notices; only operators get those for operators. */
export async function listNotices(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  member: Member,
): Promise<Notice[]> {
  const rows = await listNoticesAt(session, clock.now())
  return rows.filter(({ audience }) => audience === 'all' || isOperator(member))
}

export async function listAllNotices({ session }: Pick<Context, 'session'>): Promise<Notice[]> {
  return listEveryNotice(session)
}
