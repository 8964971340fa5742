import { createFileRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../data/landing.ts'
import { ProjectGate } from '../../../features/projects/project-gate.tsx'

export const Route = createFileRoute('/_app/project/$ref')({ component: ProjectLayout })

function ProjectLayout() {
  const { ref } = Route.useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const landing = useLandingPath()
  return (
    <ProjectGate
      key={ref}
      projectRef={ref}
      needsDatabase={!pathname.startsWith(`/project/${ref}/settings`)}
      onUnknown={() => void navigate({ to: landing, replace: true })}
    >
      <Outlet />
    </ProjectGate>
  )
}
