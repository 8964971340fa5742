import { createFileRoute } from '@tanstack/react-router'
import { authMetricsQuery } from '../../../../../data/resources/services/auth/metrics.ts'
import { auditEntriesQuery } from '../../../../../data/resources/services/auth/users.ts'
import { usageQuery } from '../../../../../data/resources/platform/overview.ts'
import { OverviewPage } from '../../../../../features/auth/overview/overview-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/overview')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(authMetricsQuery(call, ref)),
      read(usageQuery(call, ref, 24)),
      readPages(auditEntriesQuery(call, ref, {})),
    ]),
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <OverviewPage key={ref} projectRef={ref} />
}
