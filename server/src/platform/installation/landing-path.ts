import type { LandingPath } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'
import { isMemberSomewhere } from '../organizations/port.ts'

/**
 * The first page of a person: their organizations, or the one project of a self-hosted
 * installation, unless they are not a member of its organization.
 */
export async function landingPath(
  { mode, session }: Pick<Context, 'mode' | 'session'>,
  userId: string,
): Promise<LandingPath> {
  if (mode === 'platform') return '/organizations'
  return (await isMemberSomewhere(session, userId)) ? '/project/default' : '/organizations'
}
