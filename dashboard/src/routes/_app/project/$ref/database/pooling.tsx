import { connectionPooling } from '@stoa/contract/operations/platform/connection-pooling'
import { createFileRoute } from '@tanstack/react-router'
import { poolerQuery } from '../../../../../data/resources/platform/pooler.ts'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { PoolingPage } from '../../../../../features/connections/pooling-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/pooling')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(settingsQuery(call, ref, connectionPooling)),
      read(poolerQuery(call, ref)),
    ]),
  component: PoolingRoute,
})

function PoolingRoute() {
  const { ref } = Route.useParams()
  return <PoolingPage key={ref} projectRef={ref} />
}
