import { AppError } from '../../lib/errors.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { removeNotice } from './queries.ts'

/** Deletes a notice; 404 `notice_not_found`. */
export async function deleteNotice(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  id: string,
): Promise<Record<string, never>> {
  await session.transaction(async (tx) => {
    const removed = await removeNotice(tx, id)
    if (!removed)
      throw new AppError('notice_not_found', 'This notice does not exist.', {
        status: 404,
        hint: 'It may have been deleted. Reload the list of notices.',
      })
    await audit(tx, actor, {
      action: 'notice.delete',
      target: id,
      metadata: { title: removed.title },
    })
  })
  return {}
}
