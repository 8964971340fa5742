import type { PaletteEntry, PaletteReader } from '../../components/rooms/room.ts'
import { organizationsQuery } from '../../data/resources/platform/organizations.ts'
import { projectsQuery } from '../../data/resources/platform/projects.ts'

/** Every project of the user, with its organization's name. */
export async function readProjects({ call, queryClient }: PaletteReader): Promise<PaletteEntry[]> {
  const [projects, organizations] = await Promise.all([
    queryClient.fetchQuery(projectsQuery(call)),
    queryClient.fetchQuery(organizationsQuery(call)),
  ])
  const names = new Map(organizations.map(({ slug, name }) => [slug, name]))
  return projects.map(({ ref, name, organization_slug }) => ({
    id: `project:${ref}`,
    title: name,
    detail: names.get(organization_slug) ?? organization_slug,
    keywords: [ref],
    to: `/project/${ref}`,
  }))
}
