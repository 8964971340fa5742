import { createFileRoute } from '@tanstack/react-router'
import { importsQuery } from '../../../../../data/resources/services/imports/imports.ts'
import { tableQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { ImportPage } from '../../../../../features/import/import-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/editor/import')({
  validateSearch: (search: Record<string, unknown>): { table?: number | undefined } => {
    const table = Number(search['table'])
    return Number.isInteger(table) && table > 0 ? { table } : {}
  },
  loaderDeps: ({ search: { table } }) => ({ table }),
  loader: ({ context, deps: { table }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(importsQuery(call, ref)),
      table !== undefined && read(tableQuery(call, ref, table)),
    ]),
  component: ImportRoute,
})

function ImportRoute() {
  const { ref } = Route.useParams()
  const { table } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ImportPage
      key={ref}
      projectRef={ref}
      tableId={table}
      onTable={(next) => void navigate({ search: { table: next }, replace: true })}
    />
  )
}
