import { createFileRoute } from '@tanstack/react-router'
import {
  bucketsQuery,
  storageUsageQuery,
} from '../../../../../data/resources/services/storage/buckets.ts'
import { pickText, pickValue } from '../../../../../lib/search-params.ts'
import { BucketsPage } from '../../../../../features/storage/buckets/buckets-page.tsx'

type BucketsSearch = { panel?: 'new' | 'edit' | undefined }

export const Route = createFileRoute('/_app/project/$ref/storage/')({
  validateSearch: (search: Record<string, unknown>): BucketsSearch =>
    pickValue(search, 'panel', ['new', 'edit']),
  loaderDeps: ({ search }) => pickText(search, 'search'),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(bucketsQuery(call, ref, { sort: 'name', order: 'asc', ...deps })),
      read(storageUsageQuery(call, ref)),
    ]),
  component: BucketsRoute,
})

function BucketsRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BucketsPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      onCreating={(isCreating) =>
        void navigate({
          search: (before) => ({
            ...before,
            panel: isCreating ? 'new' : undefined,
          }),
          replace: !isCreating,
        })
      }
    />
  )
}
