import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { SequencesPage } from '../../../../../features/database/sequences/sequences-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/sequences')({
  validateSearch: readListSearch,
  component: SequencesRoute,
})

function SequencesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <SequencesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
