import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useHasDocsPanel } from '../../../../../components/api-docs/docs-links.ts'
import { GraphiqlPage } from '../../../../../features/graphiql/graphiql-page.tsx'

/** GraphiQL among the API docs pages. Redirects to the database pages if the docs are a panel. */
export const Route = createFileRoute('/_app/project/$ref/api/graphiql')({
  component: GraphiqlRoute,
})

function GraphiqlRoute() {
  const { ref } = Route.useParams()
  if (!useHasDocsPanel()) return <GraphiqlPage projectRef={ref} />
  return (
    <Navigate
      to="/project/$ref/database/graphiql"
      params={{ ref }}
      search={true}
      hash={true}
      replace
    />
  )
}
