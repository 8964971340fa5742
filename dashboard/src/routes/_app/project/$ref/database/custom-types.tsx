import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { CustomTypesPage } from '../../../../../features/database/custom-types/custom-types-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/custom-types')({
  validateSearch: readListSearch,
  component: CustomTypesRoute,
})

function CustomTypesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <CustomTypesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
