import { createFileRoute } from '@tanstack/react-router'
import { readReplicasQuery } from '../../../../../data/resources/platform/read-replicas.ts'
import { ReplicasPage } from '../../../../../features/replicas/replicas-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/replicas')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(readReplicasQuery(call, ref))),
  component: ReplicasRoute,
})

function ReplicasRoute() {
  const { ref } = Route.useParams()
  return <ReplicasPage key={ref} projectRef={ref} />
}
