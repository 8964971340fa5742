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
  const projectName = new Map(projects.map(({ ref, name }) => [ref, name]))
  return projects.map(({ ref, name, organization_slug, parent_project_ref: parent }) => ({
    id: `project:${ref}`,
    title: name,
    detail:
      parent === null
        ? (names.get(organization_slug) ?? organization_slug)
        : `Branch of ${projectName.get(parent) ?? parent}`,
    keywords: [ref],
    to: `/project/${ref}`,
  }))
}
