import { networkAccess } from '@stoa/contract/operations/platform/network-access'
import { createFileRoute } from '@tanstack/react-router'
import {
  networkBansQuery,
  networkFactsQuery,
} from '../../../../../data/resources/platform/network-access.ts'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { NetworkPage } from '../../../../../features/connections/network-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/network')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(settingsQuery(call, ref, networkAccess)),
      read(networkFactsQuery(call, ref)),
      read(networkBansQuery(call, ref)),
    ]),
  component: NetworkRoute,
})

function NetworkRoute() {
  const { ref } = Route.useParams()
  return <NetworkPage key={ref} projectRef={ref} />
}
