import { createFileRoute } from '@tanstack/react-router'
import { tableObjectsQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { TablesPage } from '../../../../../features/database/tables/tables-page.tsx'
import {
  readTablesSearch,
  tablesFilter,
} from '../../../../../features/database/tables/tables-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/tables')({
  validateSearch: readTablesSearch,
  loaderDeps: ({ search }) => tablesFilter(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(schemasQuery(call, ref)),
      readPages(tableObjectsQuery(call, ref, deps)),
    ]),
  component: TablesRoute,
})

function TablesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <TablesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
