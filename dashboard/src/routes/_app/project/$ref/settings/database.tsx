import { createFileRoute } from '@tanstack/react-router'
import { DatabaseSettings } from '../../../../../features/projects/database-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/database')({
  component: DatabasePage,
})

function DatabasePage() {
  const { ref } = Route.useParams()
  return <DatabaseSettings key={ref} projectRef={ref} />
}
