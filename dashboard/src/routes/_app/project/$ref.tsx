import { createFileRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { ProjectGate } from '../../../features/projects/project-gate.tsx'

export const Route = createFileRoute('/_app/project/$ref')({ component: ProjectLayout })

function ProjectLayout() {
  const { ref } = Route.useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <ProjectGate
      key={ref}
      projectRef={ref}
      needsDatabase={!pathname.startsWith(`/project/${ref}/settings`)}
      onUnknown={() => void navigate({ to: '/organizations', replace: true })}
    >
      <Outlet />
    </ProjectGate>
  )
}
