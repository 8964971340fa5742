import type { PaletteEntry, PaletteReader } from '../../components/rooms/room.ts'
import { membersQuery } from '../../data/resources/platform/members.ts'
import { organizationsQuery } from '../../data/resources/platform/organizations.ts'

/** Every organization of the user. */
export async function readOrganizations({
  call,
  queryClient,
}: PaletteReader): Promise<PaletteEntry[]> {
  const organizations = await queryClient.fetchQuery(organizationsQuery(call))
  return organizations.map(({ slug, name }) => ({
    id: `organization:${slug}`,
    title: name,
    keywords: [slug],
    to: `/org/${slug}`,
  }))
}

/** The members of the open organization, or none if the user cannot see them. */
export async function readMembers({
  call,
  queryClient,
  organizationSlug,
}: PaletteReader): Promise<PaletteEntry[]> {
  const organizations = await queryClient.fetchQuery(organizationsQuery(call))
  const organization = organizations.find(({ slug }) => slug === organizationSlug)
  if (!organization?.abilities.includes('member:read')) return []
  const members = await queryClient.fetchQuery(membersQuery(call, organization.slug))
  return members.map(({ user_id, primary_email, display_name }) => ({
    id: `member:${organization.slug}:${user_id}`,
    title: display_name ?? primary_email,
    ...(display_name !== null && { detail: primary_email }),
    to: `/org/${organization.slug}/team`,
  }))
}
