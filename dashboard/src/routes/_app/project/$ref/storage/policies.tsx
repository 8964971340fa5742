import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { storageTablesQuery } from '../../../../../data/resources/services/meta/policies.ts'
import { bucketsQuery } from '../../../../../data/resources/services/storage/buckets.ts'
import { PoliciesPage } from '../../../../../features/storage/policies/policies-page.tsx'
import { pickText } from '../../../../../lib/search-params.ts'

type PoliciesSearch = { search?: string }

export const Route = createFileRoute('/_app/project/$ref/storage/policies')({
  validateSearch: (search: Record<string, unknown>): PoliciesSearch => pickText(search, 'search'),
  loaderDeps: ({ search }) => pickText(search, 'search'),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(bucketsQuery(call, ref, deps)),
      read(storageTablesQuery(call, ref)),
    ]),
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
