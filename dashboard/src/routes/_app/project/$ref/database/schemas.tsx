import { createFileRoute } from '@tanstack/react-router'
import { SchemasPage } from '../../../../../features/database/schemas/schemas-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/schemas')({
  component: SchemasRoute,
})

function SchemasRoute() {
  const { ref } = Route.useParams()
  return <SchemasPage key={ref} projectRef={ref} />
}
