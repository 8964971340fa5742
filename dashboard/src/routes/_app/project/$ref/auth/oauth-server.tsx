import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import { oauthClientsQuery } from '../../../../../data/resources/services/auth/oauth-clients.ts'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { OAuthServerPage } from '../../../../../features/auth/oauth-server/oauth-server-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/oauth-server')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(settingsQuery(call, ref, authSettings)),
      readPages(oauthClientsQuery(call, ref)),
    ]),
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <OAuthServerPage key={ref} projectRef={ref} />
}
