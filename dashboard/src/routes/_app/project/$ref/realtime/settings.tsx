import { createFileRoute } from '@tanstack/react-router'
import { RealtimeSettingsPage } from '../../../../../features/realtime/realtime-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/settings')({
  component: RealtimeSettingsRoute,
})

function RealtimeSettingsRoute() {
  const { ref } = Route.useParams()
  return <RealtimeSettingsPage key={ref} projectRef={ref} />
}
