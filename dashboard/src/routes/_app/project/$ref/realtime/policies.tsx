import { createFileRoute } from '@tanstack/react-router'
import { messagesTableQuery } from '../../../../../data/resources/services/meta/policies.ts'
import { PoliciesPage } from '../../../../../features/realtime/policies/policies-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/policies')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(messagesTableQuery(call, ref))),
  component: PoliciesRoute,
})

function PoliciesRoute() {
  const { ref } = Route.useParams()
  return <PoliciesPage key={ref} projectRef={ref} />
}
