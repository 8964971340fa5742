import type { Profile } from '@stoa/contract/platform/profile'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { profileNotFound } from './errors.ts'
import { setDisplayName } from './queries.ts'
import { toProfile } from './read-profile.ts'

export async function updateProfile(
  context: Context,
  member: Member,
  change: { display_name: string | null },
): Promise<Profile> {
  const { userId } = personOf(member)
  const changed = await setDisplayName(context.session, userId, change.display_name)
  if (!changed) throw profileNotFound()
  return toProfile(context, changed)
}
