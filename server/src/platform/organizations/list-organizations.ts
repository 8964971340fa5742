import type { Organization } from '@stoa/contract/platform/organizations'
import type { Member } from '../../project/member.ts'
import { sortByName } from '../by-name.ts'
import type { Context } from '../context.ts'
import { toOrganization } from './present.ts'
import { listAll, listOfPerson } from './queries.ts'

/** The caller's organizations, all of them for the operator credential, sorted by name. */
export async function listOrganizations(
  { session, permissions }: Context,
  { userId }: Member,
): Promise<Organization[]> {
  const organizations =
    userId === null
      ? (await listAll(session)).map((row) =>
          toOrganization(row, { standing: 'operator', permissions }),
        )
      : (await listOfPerson(session, userId)).map((row) =>
          toOrganization(row, { standing: row.role, permissions }),
        )
  return sortByName(organizations)
}
