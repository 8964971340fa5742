import { createFileRoute } from '@tanstack/react-router'
import { FunctionDocs } from '../../../../../../features/api-docs/function-docs.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/_docs/functions/$name')({
  component: FunctionDocsPage,
})

function FunctionDocsPage() {
  const { name } = Route.useParams()
  return <FunctionDocs key={name} name={name} />
}
