import { createFileRoute } from '@tanstack/react-router'
import { assistantSettingsQuery } from '../../../../data/resources/platform/assistant.ts'
import { AssistantSettingsPage } from '../../../../features/assistant/assistant-settings-page.tsx'
import { useCurrentOrganization } from '../../../../features/organizations/use-current-organization.ts'

export const Route = createFileRoute('/_app/org/$slug/assistant')({
  loader: ({ context, params: { slug } }) =>
    context.readAhead(({ call, read }) => [read(assistantSettingsQuery(call, slug))]),
  component: AssistantPage,
})

function AssistantPage() {
  const organization = useCurrentOrganization(Route.useParams().slug)
  if (!organization) return null
  return <AssistantSettingsPage key={organization.slug} organization={organization} />
}
