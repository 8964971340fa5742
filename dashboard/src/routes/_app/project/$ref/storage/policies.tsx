import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { PoliciesPage } from '../../../../../features/storage/policies/policies-page.tsx'
import { pickText } from '../../../../../lib/search-params.ts'

type PoliciesSearch = { search?: string }

export const Route = createFileRoute('/_app/project/$ref/storage/policies')({
  validateSearch: (search: Record<string, unknown>): PoliciesSearch => pickText(search, 'search'),
  component: PoliciesRoute,
})

function PoliciesRoute() {
  const { ref } = Route.useParams()
  const { search = '' } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <PoliciesPage
      key={ref}
      projectRef={ref}
      search={search}
      onSearch={(next) =>
        void navigate({
          to: '/project/$ref/storage/policies',
          params: { ref },
          search: next === '' ? {} : { search: next },
          replace: true,
        })
      }
    />
  )
}
