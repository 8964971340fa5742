import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import {
  customProvidersQuery,
  ssoProvidersQuery,
} from '../../../../../data/resources/services/auth/providers.ts'
import { thirdPartyAuthQuery } from '../../../../../data/resources/platform/third-party-auth.ts'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { SignInMethods } from '../../../../../features/auth/settings/sign-in-methods.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/providers/')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(settingsQuery(call, ref, authSettings)),
      read(customProvidersQuery(call, ref)),
      read(ssoProvidersQuery(call, ref)),
      read(thirdPartyAuthQuery(call, ref)),
    ]),
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <SignInMethods key={ref} projectRef={ref} />
}
