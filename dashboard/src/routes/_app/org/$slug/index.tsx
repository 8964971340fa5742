import { createFileRoute } from '@tanstack/react-router'
import { projectsQuery } from '../../../../data/resources/platform/projects.ts'
import { OrganizationProjects } from '../../../../features/organizations/organization-projects.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/')({
  loader: ({ context }) => context.readAhead(({ call, read }) => read(projectsQuery(call))),
  component: ProjectsPage,
})

function ProjectsPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  return organization && <OrganizationProjects organization={organization} />
}
