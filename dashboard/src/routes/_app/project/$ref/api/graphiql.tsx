import { createFileRoute } from '@tanstack/react-router'
import { GraphiqlPage } from '../../../../../features/graphiql/graphiql-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/api/graphiql')({
  component: GraphiqlRoute,
})

function GraphiqlRoute() {
  return <GraphiqlPage projectRef={Route.useParams().ref} />
}
