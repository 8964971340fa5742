import type { Profile } from '@stoa/contract/platform/profile'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { notSignedIn, personOf } from '../person.ts'
import { isDeletedAccount } from './account-queries.ts'
import { insertProfile } from './queries.ts'
import { toProfile } from './read-profile.ts'

/** Creates the caller's profile; 409 `profile_exists` when there is one. */
export async function createProfile(context: Context, member: Member): Promise<Profile> {
  const { userId, email } = personOf(member)
  // Its session can be older than its deletion.
  if (await isDeletedAccount(context.session, userId)) throw notSignedIn()
  const created = await insertProfile(context.session, userId, email)
  if (!created)
    throw new AppError('profile_exists', 'Profile already exists', {
      status: 409,
      hint: 'Read the existing profile instead of creating one.',
    })
  return toProfile(context, created)
}
