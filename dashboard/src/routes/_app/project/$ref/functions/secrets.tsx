import { createFileRoute } from '@tanstack/react-router'
import { FunctionSecretsPage } from '../../../../../features/functions/secrets-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/secrets')({
  component: SecretsRoute,
})

function SecretsRoute() {
  const { ref } = Route.useParams()
  return <FunctionSecretsPage key={ref} projectRef={ref} />
}
