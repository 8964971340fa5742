import { createFileRoute } from '@tanstack/react-router'
import { ProviderPage } from '../../../../../features/auth/settings/provider-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/providers/$provider')({
  component: ProviderRoute,
})

function ProviderRoute() {
  const { ref, provider } = Route.useParams()
  return <ProviderPage key={`${ref}/${provider}`} projectRef={ref} provider={provider} />
}
