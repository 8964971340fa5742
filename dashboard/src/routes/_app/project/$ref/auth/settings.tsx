import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { AuthSettings } from '../../../../../features/auth/settings/auth-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/settings')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(settingsQuery(call, ref, authSettings))),
  component: AuthPage,
})

function AuthPage() {
  const { ref } = Route.useParams()
  return <AuthSettings key={ref} projectRef={ref} />
}
