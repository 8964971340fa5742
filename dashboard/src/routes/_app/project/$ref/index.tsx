import { createFileRoute } from '@tanstack/react-router'
import { ProjectHome } from '../../../../features/projects/project-home.tsx'

export const Route = createFileRoute('/_app/project/$ref/')({ component: HomePage })

function HomePage() {
  return <ProjectHome projectRef={Route.useParams().ref} />
}
