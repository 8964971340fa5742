import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysSettings } from '../../../../../features/projects/api-keys-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/api-keys')({
  component: ApiKeysPage,
})

function ApiKeysPage() {
  const { ref } = Route.useParams()
  return <ApiKeysSettings key={ref} projectRef={ref} />
}
