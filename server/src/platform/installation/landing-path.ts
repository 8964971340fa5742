import type { LandingPath } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'
import { isMemberSomewhere } from '../organizations/port.ts'

/**
 * A person's first page: their organizations or, for a member of its organization, the one project
 * of a self-hosted installation.
 */
export async function landingPath(
  { mode, session }: Pick<Context, 'mode' | 'session'>,
  userId: string,
): Promise<LandingPath> {
  if (mode === 'platform') return '/organizations'
  return (await isMemberSomewhere(session, userId)) ? '/project/default' : '/organizations'
}
