import { createFileRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { DocsPanelSearch, keepDocsPanel } from '../../../components/api-docs/docs-panel-search.ts'
import { AssistantSearch, keepAssistant } from '../../../components/assistant/assistant-search.ts'
import { keepSqlPanels, SqlPanelsSearch } from '../../../components/sql-editor/panels-search.ts'
import { findPage } from '../../../components/rooms/pages.ts'
import { useRooms } from '../../../components/rooms/rooms-context.ts'
import { useLandingPath } from '../../../data/resources/platform/landing.ts'
import { projectQuery, projectsQuery } from '../../../data/resources/platform/projects.ts'
import { ProjectGate } from '../../../features/projects/project-gate.tsx'

export const Route = createFileRoute('/_app/project/$ref')({
  validateSearch: (
    search: Record<string, unknown>,
  ): DocsPanelSearch & SqlPanelsSearch & AssistantSearch => ({
    ...DocsPanelSearch(search),
    ...SqlPanelsSearch(search),
    ...AssistantSearch(search),
  }),
  search: { middlewares: [keepDocsPanel, keepSqlPanels, keepAssistant] },
  loader: ({ context, params: { ref } }) =>
    context.readAhead(({ call, read }) => [
      read(projectQuery(call, ref)),
      read(projectsQuery(call)),
    ]),
  component: ProjectLayout,
})

function ProjectLayout() {
  const { ref } = Route.useParams()
  const { pathname } = useLocation()
  const found = findPage(useRooms(), pathname)
  const worksWithoutDatabase = found && 'page' in found && found.page.worksWithoutDatabase
  const navigate = useNavigate()
  const landing = useLandingPath()
  return (
    <ProjectGate
      key={ref}
      projectRef={ref}
      needsDatabase={!worksWithoutDatabase}
      onUnknown={() => void navigate({ to: landing, replace: true })}
    >
      <Outlet />
    </ProjectGate>
  )
}
