import { createFileRoute } from '@tanstack/react-router'
import { functionSecretsQuery } from '../../../../../data/resources/services/functions/functions.ts'
import { FunctionSecretsPage } from '../../../../../features/functions/secrets-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/secrets')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(functionSecretsQuery(call, ref)), {
      needs: 'secrets:read',
    }),
  component: SecretsRoute,
})

function SecretsRoute() {
  const { ref } = Route.useParams()
  return <FunctionSecretsPage key={ref} projectRef={ref} />
}
