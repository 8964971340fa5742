import { createFileRoute } from '@tanstack/react-router'
import { DataApiSettings } from '../../../../../features/data-api/data-api-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/data-api')({
  component: DataApiPage,
})

function DataApiPage() {
  const { ref } = Route.useParams()
  return <DataApiSettings key={ref} projectRef={ref} />
}
