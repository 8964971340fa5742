import { createFileRoute } from '@tanstack/react-router'
import { rolesQuery } from '../../../../../data/resources/services/meta/column-privileges.ts'
import { RolesPage } from '../../../../../features/database/roles/roles-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/roles')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(rolesQuery(call, ref))),
  component: RolesRoute,
})

function RolesRoute() {
  const { ref } = Route.useParams()
  return <RolesPage key={ref} projectRef={ref} />
}
