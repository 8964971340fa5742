import { createFileRoute } from '@tanstack/react-router'
import { RolesPage } from '../../../../../features/database/roles/roles-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/roles')({
  component: RolesRoute,
})

function RolesRoute() {
  const { ref } = Route.useParams()
  return <RolesPage key={ref} projectRef={ref} />
}
