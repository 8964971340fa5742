import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { rolesQuery } from '../../../../../data/resources/database/column-privileges.ts'
import { schemasQuery, tablesQuery } from '../../../../../data/resources/database/tables.ts'
import { ColumnPrivilegesPage } from '../../../../../features/column-privileges/column-privileges-page.tsx'
import { PrivilegesSearch } from '../../../../../features/column-privileges/privileges-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/column-privileges')({
  validateSearch: PrivilegesSearch,
  loaderDeps: ({ search }) => ({ schema: PrivilegesSearch(search).schema ?? 'public' }),
  loader: ({ context, deps: { schema }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(schemasQuery(call, ref)),
      read(rolesQuery(call, ref)),
      read(tablesQuery(call, ref, schema)),
    ]),
  component: ColumnPrivilegesRoute,
})

function ColumnPrivilegesRoute() {
  const { ref } = Route.useParams()
  const navigate = useNavigate()
  return (
    <ColumnPrivilegesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) =>
        void navigate({ to: '/project/$ref/database/column-privileges', params: { ref }, search })
      }
    />
  )
}
