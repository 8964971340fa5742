import { createFileRoute } from '@tanstack/react-router'
import { realtimeMetricsQuery } from '../../../../../data/resources/services/realtime/realtime.ts'
import { usageQuery } from '../../../../../data/resources/platform/overview.ts'
import { OverviewPage } from '../../../../../features/realtime/overview/overview-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/overview')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(realtimeMetricsQuery(call, ref)),
      read(usageQuery(call, ref, 24)),
    ]),
  component: OverviewRoute,
})

function OverviewRoute() {
  const { ref } = Route.useParams()
  return <OverviewPage key={ref} projectRef={ref} />
}
