import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { Protection } from '../../../../../features/auth/settings/protection.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/protection')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(settingsQuery(call, ref, authSettings))),
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <Protection key={ref} projectRef={ref} />
}
