import type { Organization } from '@stoa/contract/platform/organizations'
import type { Role } from '@stoa/contract/platform/permissions'
import type { Member } from '../../project/member.ts'
import { rowsInReach } from '../access/port.ts'
import { sortByName } from '../sort-by-name.ts'
import type { Context } from '../context.ts'
import { toOrganization } from './present.ts'
import { listAll, listOfPerson, type OrganizationRow } from './queries.ts'

/** The caller's organizations, all of them for the operator credential, sorted by name. */
export async function listOrganizations(
  context: Pick<Context, 'permissions' | 'session'>,
  member: Member,
): Promise<Organization[]> {
  const rows = await rowsInReach<OrganizationRow & { readonly role?: Role }>(member, {
    every: () => listAll(context.session),
    ofPerson: (userId) => listOfPerson(context.session, userId),
  })
  return sortByName(
    rows.map((row) =>
      toOrganization(row, { standing: row.role ?? 'operator', permissions: context.permissions }),
    ),
  )
}
