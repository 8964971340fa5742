import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { archiveInbox, markNotifications } from './queries.ts'

type Changed = { changed_count: number }

/** Marks the caller's notifications as read or archived, or undoes that. */
export async function updateNotifications(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  member: Member,
  change: { ids: string[]; is_read?: boolean | undefined; is_archived?: boolean | undefined },
): Promise<Changed> {
  const { userId } = personOf(member)
  const count = await markNotifications(session, userId, {
    ids: change.ids,
    // Archiving also marks a notification as read.
    isRead: change.is_archived === true ? true : change.is_read,
    isArchived: change.is_archived,
    at: clock.now(),
  })
  return { changed_count: count }
}

export async function archiveNotifications(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  member: Member,
): Promise<Changed> {
  const { userId } = personOf(member)
  return { changed_count: await archiveInbox(session, userId, clock.now()) }
}
