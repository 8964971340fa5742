import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { tableViewsQuery } from '../../../../../data/resources/platform/table-views.ts'
import {
  schemasQuery,
  tableQuery,
  tablesQuery,
} from '../../../../../data/resources/services/meta/tables.ts'
import { EditorSearch } from '../../../../../features/table-editor/editor-search.ts'
import { TableEditorPage } from '../../../../../features/table-editor/table-editor-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/editor/$id')({
  validateSearch: EditorSearch,
  beforeLoad: ({ params: { id } }) => {
    if (id !== 'new' && !/^\d{1,10}$/.test(id)) throw notFound()
  },
  loaderDeps: ({ search }) => ({ schema: EditorSearch(search).schema ?? 'public' }),
  loader: ({ context, deps: { schema }, params: { ref, id } }) =>
    context.readInProject(ref, ({ call, read }) => [
      id !== 'new' && read(tableQuery(call, ref, Number(id))),
      id !== 'new' && read(tableViewsQuery(call, ref, Number(id))),
      read(schemasQuery(call, ref)),
      read(tablesQuery(call, ref, schema)),
    ]),
  component: EditorRoute,
})

function EditorRoute() {
  const { ref, id } = Route.useParams()
  const navigate = useNavigate()
  return (
    <div className="h-[calc(100dvh-var(--shell-top))]">
      <TableEditorPage
        key={ref}
        projectRef={ref}
        onImport={(table) =>
          void navigate({ to: '/project/$ref/editor/import', params: { ref }, search: { table } })
        }
        tableId={id === 'new' ? 'new' : Number(id)}
        search={Route.useSearch()}
        onSearch={(search) =>
          void navigate({ to: '/project/$ref/editor/$id', params: { ref, id }, search })
        }
        onOpen={(next, search) =>
          void (next === undefined
            ? navigate({ to: '/project/$ref/editor', params: { ref }, search })
            : navigate({
                to: '/project/$ref/editor/$id',
                params: { ref, id: String(next) },
                search,
              }))
        }
      />
    </div>
  )
}
