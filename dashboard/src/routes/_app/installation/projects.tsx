import { createFileRoute } from '@tanstack/react-router'
import { useHasLeft } from '../../../components/list/use-has-left.ts'
import { profileQuery } from '../../../data/resources/platform/profile.ts'
import { projectMetricsQuery } from '../../../data/resources/platform/project-metrics.ts'
import { ProjectsSearch } from '../../../features/installation/project-order.ts'
import { ProjectsPage } from '../../../features/installation/projects-page.tsx'

export const Route = createFileRoute('/_app/installation/projects')({
  validateSearch: ProjectsSearch,
  loader: ({ context }) =>
    context.readAhead(async ({ call, notifyDeveloper, read }) => {
      const profile = await read(profileQuery(call, notifyDeveloper))
      if (profile?.is_operator) await read(projectMetricsQuery(call))
    }),
  component: ProjectsRoute,
})

function ProjectsRoute() {
  const navigate = Route.useNavigate()
  const hasLeft = useHasLeft()
  return (
    <ProjectsPage
      search={Route.useSearch()}
      onSearch={(search) => {
        if (!hasLeft()) void navigate({ search, replace: true, resetScroll: false })
      }}
    />
  )
}
