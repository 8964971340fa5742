import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useHasDocsPanel } from '../../../../../components/api-docs/docs-links.ts'
import { GraphiqlPage } from '../../../../../features/graphiql/graphiql-page.tsx'

/** Where GraphiQL is once the API docs are a panel; until then it is among their pages. */
export const Route = createFileRoute('/_app/project/$ref/database/graphiql')({
  component: GraphiqlRoute,
})

function GraphiqlRoute() {
  const { ref } = Route.useParams()
  if (useHasDocsPanel()) return <GraphiqlPage projectRef={ref} />
  return (
    <Navigate to="/project/$ref/api/graphiql" params={{ ref }} search={true} hash={true} replace />
  )
}
