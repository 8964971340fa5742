import type { FlagValue } from '@stoa/contract/platform/feature-flags'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { countSighting } from './queries.ts'

/** No real client has more flags and values than this. */
const MOST_PER_PERSON = 500

/** Counts which value of a flag a person's client acted on. */
export async function trackFlag(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  member: Member,
  sighting: { name: string; value: FlagValue },
): Promise<Record<string, never>> {
  const { userId } = personOf(member)
  await countSighting(session, { ...sighting, userId, at: clock.now(), most: MOST_PER_PERSON })
  return {}
}
