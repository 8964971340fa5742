import type { LandingPath } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'
import { isMemberSomewhere } from '../organizations/port.ts'

/**
 * Where a person lands: among their organizations, or in the one project of a self-hosted
 * installation. Somebody who does not belong to that one's organization would find no project there.
 */
export async function landingPath(
  { mode, session }: Pick<Context, 'mode' | 'session'>,
  userId: string,
): Promise<LandingPath> {
  if (mode === 'platform') return '/organizations'
  return (await isMemberSomewhere(session, userId)) ? '/project/default' : '/organizations'
}
