import { createFileRoute } from '@tanstack/react-router'
import { StorageSettings } from '../../../../../features/storage/settings/storage-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/storage/settings')({
  component: StorageSettingsPage,
})

function StorageSettingsPage() {
  const { ref } = Route.useParams()
  return <StorageSettings key={ref} projectRef={ref} />
}
