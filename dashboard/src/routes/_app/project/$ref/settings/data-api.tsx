import { dataApiSettings } from '@stoa/contract/operations/services/data-api/settings'
import { createFileRoute } from '@tanstack/react-router'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import {
  dataApiOverridesQuery,
  settingsQuery,
} from '../../../../../data/resources/services/data-api/settings.ts'
import { DataApiSettings } from '../../../../../features/data-api/data-api-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/data-api')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(settingsQuery(call, ref, dataApiSettings)),
      read(schemasQuery(call, ref)),
      read(dataApiOverridesQuery(call, ref)),
    ]),
  component: DataApiPage,
})

function DataApiPage() {
  const { ref } = Route.useParams()
  return <DataApiSettings key={ref} projectRef={ref} />
}
