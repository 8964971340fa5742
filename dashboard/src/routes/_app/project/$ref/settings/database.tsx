import { createFileRoute } from '@tanstack/react-router'
import { computeQuery } from '../../../../../data/resources/platform/compute.ts'
import { diskUsageQuery } from '../../../../../data/resources/platform/disk.ts'
import { DatabaseSettings } from '../../../../../features/projects/database-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/database')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(computeQuery(call, ref)),
      read(diskUsageQuery(call, ref)),
    ]),
  component: DatabasePage,
})

function DatabasePage() {
  const { ref } = Route.useParams()
  return <DatabaseSettings key={ref} projectRef={ref} />
}
