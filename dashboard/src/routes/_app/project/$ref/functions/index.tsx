import { createFileRoute } from '@tanstack/react-router'
import { FunctionsPage } from '../../../../../features/functions/functions-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/')({
  component: FunctionsRoute,
})

function FunctionsRoute() {
  const { ref } = Route.useParams()
  return <FunctionsPage key={ref} projectRef={ref} />
}
