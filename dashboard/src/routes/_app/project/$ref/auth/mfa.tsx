import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { MultiFactor } from '../../../../../features/auth/settings/multi-factor.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/mfa')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(settingsQuery(call, ref, authSettings))),
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <MultiFactor key={ref} projectRef={ref} />
}
