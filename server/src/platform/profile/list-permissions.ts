import type { Permission, Role } from '@stoa/contract/platform/permissions'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { rowsInReach } from '../access/port.ts'
import { listMemberships, listSlugs } from './queries.ts'

type Entry = { organization_slug: string; role: Role; actions: Permission[] }

/**
 * The caller's permissions in each of their organizations; the operator credential counts as an
 * owner of all.
 */
export async function listPermissions(
  context: Pick<Context, 'permissions' | 'session'>,
  member: Member,
): Promise<Entry[]> {
  const memberships = await rowsInReach<{ slug: string; role: Role }>(member, {
    every: async () =>
      (await listSlugs(context.session)).map(({ slug }) => ({ slug, role: 'owner' })),
    ofPerson: (userId) => listMemberships(context.session, userId),
  })
  return memberships.map(({ slug, role }) => ({
    organization_slug: slug,
    role,
    actions: context.permissions.abilitiesOf(role),
  }))
}
