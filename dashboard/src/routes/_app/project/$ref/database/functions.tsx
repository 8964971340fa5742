import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { FunctionsPage } from '../../../../../features/database/functions/functions-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/functions')({
  validateSearch: readListSearch,
  component: FunctionsRoute,
})

function FunctionsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <FunctionsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
