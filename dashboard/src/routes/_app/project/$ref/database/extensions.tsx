import { createFileRoute } from '@tanstack/react-router'
import { extensionsQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { withFilter } from '../../../../../lib/search-params.ts'
import { ExtensionsPage } from '../../../../../features/database/extensions/extensions-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/extensions')({
  validateSearch: readListSearch,
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(extensionsQuery(call, ref))),
  component: ExtensionsRoute,
})

function ExtensionsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ExtensionsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
