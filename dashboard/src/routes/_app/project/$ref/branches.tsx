import { createFileRoute } from '@tanstack/react-router'
import { branchesQuery } from '../../../../data/resources/platform/branches.ts'
import { BranchesPage } from '../../../../features/branches/branches-page.tsx'
import { pickText, pickValue } from '../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/branches')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...pickValue(search, 'panel', ['new', 'rename']),
    ...pickText(search, 'item'),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(branchesQuery(call, ref))),
  component: BranchesRoute,
})

function BranchesRoute() {
  const { ref } = Route.useParams()
  return <BranchesPage key={ref} projectRef={ref} />
}
