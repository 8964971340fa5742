import { realtimeSettings } from '@stoa/contract/operations/services/realtime/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { RealtimeSettingsPage } from '../../../../../features/realtime/realtime-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/settings')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) =>
      read(settingsQuery(call, ref, realtimeSettings)),
    ),
  component: RealtimeSettingsRoute,
})

function RealtimeSettingsRoute() {
  const { ref } = Route.useParams()
  return <RealtimeSettingsPage key={ref} projectRef={ref} />
}
