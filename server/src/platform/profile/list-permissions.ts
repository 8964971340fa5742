import type { Permission, Role } from '@stoa/contract/platform/permissions'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { listMemberships, listSlugs } from './queries.ts'

type Entry = { organization_slug: string; role: Role; actions: Permission[] }

/** What the caller may do in each of their organizations; the operator credential acts as an owner of all. */
export async function listPermissions(context: Context, { userId }: Member): Promise<Entry[]> {
  const memberships =
    userId === null
      ? (await listSlugs(context.session)).map(({ slug }) => ({ slug, role: 'owner' as const }))
      : await listMemberships(context.session, userId)
  return memberships.map(({ slug, role }) => ({
    organization_slug: slug,
    role,
    actions: context.permissions.abilitiesOf(role),
  }))
}
