import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useHasDocsPanel } from '../../../../../components/api-docs/docs-links.ts'
import { GraphiqlPage } from '../../../../../features/graphiql/graphiql-page.tsx'

/** GraphiQL among the database pages. Redirects to the API docs unless the docs are a panel. */
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
