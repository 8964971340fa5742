import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ColumnPrivilegesPage } from '../../../../../features/column-privileges/column-privileges-page.tsx'
import { PrivilegesSearch } from '../../../../../features/column-privileges/privileges-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/column-privileges')({
  validateSearch: PrivilegesSearch,
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
