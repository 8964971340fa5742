import { createFileRoute } from '@tanstack/react-router'
import { PoliciesPage } from '../../../../../features/realtime/policies/policies-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/policies')({
  component: PoliciesRoute,
})

function PoliciesRoute() {
  const { ref } = Route.useParams()
  return <PoliciesPage key={ref} projectRef={ref} />
}
