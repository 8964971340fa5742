import type { Notice } from '@stoa/contract/platform/notices'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { insertNotice } from './queries.ts'

/** Creates a notice for a period, which can be in the past or the future. */
export async function createNotice(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  input: Omit<Notice, 'id'>,
): Promise<Notice> {
  return session.transaction(async (tx) => {
    const notice = await insertNotice(tx, input)
    await audit(tx, actor, {
      action: 'notice.create',
      target: notice.id,
      metadata: { title: notice.title },
    })
    return notice
  })
}
