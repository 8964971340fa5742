import { authSettings } from '@stoa/contract/operations/services/auth/settings'
import { createFileRoute } from '@tanstack/react-router'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { ProviderPage } from '../../../../../features/auth/settings/provider-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/providers/$provider')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(settingsQuery(call, ref, authSettings))),
  component: ProviderRoute,
})

function ProviderRoute() {
  const { ref, provider } = Route.useParams()
  return <ProviderPage key={`${ref}/${provider}`} projectRef={ref} provider={provider} />
}
