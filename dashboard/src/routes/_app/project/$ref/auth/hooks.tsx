import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { Hooks } from '../../../../../features/auth/settings/hooks.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/hooks')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(settingsQuery(call, ref, authSettings))),
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <Hooks key={ref} projectRef={ref} />
}
