import { createFileRoute } from '@tanstack/react-router'
import { PublicationsPage } from '../../../../../features/database/publications/publications-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/publications')({
  component: PublicationsRoute,
})

function PublicationsRoute() {
  const { ref } = Route.useParams()
  return <PublicationsPage key={ref} projectRef={ref} />
}
