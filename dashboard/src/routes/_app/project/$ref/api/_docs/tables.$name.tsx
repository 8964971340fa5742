import { createFileRoute } from '@tanstack/react-router'
import { TableDocs } from '../../../../../../features/api-docs/table-docs.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/_docs/tables/$name')({
  component: TableDocsPage,
})

function TableDocsPage() {
  const { name } = Route.useParams()
  return <TableDocs key={name} name={name} />
}
