import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { PoliciesPage } from '../../../../../features/database/policies/policies-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/policies')({
  validateSearch: readListSearch,
  component: PoliciesRoute,
})

function PoliciesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <PoliciesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
