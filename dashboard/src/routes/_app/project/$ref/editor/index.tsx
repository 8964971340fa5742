import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { readLastOpened } from '../../../../../data/local/history.ts'
import { schemasQuery, tablesQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { EditorSearch } from '../../../../../features/table-editor/editor-search.ts'
import { TableEditorPage } from '../../../../../features/table-editor/table-editor-page.tsx'

/** Opens the table that this browser last had open, or shows the list. */
export const Route = createFileRoute('/_app/project/$ref/editor/')({
  validateSearch: EditorSearch,
  beforeLoad: ({ params: { ref }, search }) => {
    const id = readLastOpened(ref, 'editor')
    if (id === null || search.schema !== undefined) return
    throw redirect({ to: '/project/$ref/editor/$id', params: { ref, id }, replace: true })
  },
  loaderDeps: ({ search }) => ({ schema: EditorSearch(search).schema ?? 'public' }),
  loader: ({ context, deps: { schema }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(schemasQuery(call, ref)),
      read(tablesQuery(call, ref, schema)),
    ]),
  component: EditorRoute,
})

function EditorRoute() {
  const { ref } = Route.useParams()
  const navigate = useNavigate()
  return (
    <div className="h-[calc(100dvh-var(--shell-top))]">
      <TableEditorPage
        key={ref}
        projectRef={ref}
        onImport={(table) =>
          void navigate({ to: '/project/$ref/editor/import', params: { ref }, search: { table } })
        }
        tableId={undefined}
        search={Route.useSearch()}
        onSearch={(search) =>
          void navigate({ to: '/project/$ref/editor', params: { ref }, search, replace: true })
        }
        onOpen={(id, search) =>
          id !== undefined &&
          void navigate({
            to: '/project/$ref/editor/$id',
            params: { ref, id: String(id) },
            search,
          })
        }
      />
    </div>
  )
}
