import { createFileRoute } from '@tanstack/react-router'
import { branchChangesQuery } from '../../../../data/resources/platform/branch-changes.ts'
import { BranchReviewPage } from '../../../../features/branch-review/branch-review-page.tsx'
import { pickValue } from '../../../../lib/search-params.ts'

type ReviewSearch = { direction?: 'to_parent' | 'to_branch' | undefined }

export const Route = createFileRoute('/_app/project/$ref/branch-review')({
  validateSearch: (search: Record<string, unknown>): ReviewSearch =>
    pickValue(search, 'direction', ['to_parent', 'to_branch']),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) =>
      read(branchChangesQuery(call, ref, deps.direction ?? 'to_parent')),
    ),
  component: BranchReviewRoute,
})

function BranchReviewRoute() {
  const { ref } = Route.useParams()
  const { direction = 'to_parent' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BranchReviewPage
      key={ref}
      projectRef={ref}
      direction={direction}
      onDirection={(next) => void navigate({ search: { direction: next } })}
    />
  )
}
