import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ApiKeysSettings } from '../../../../../features/keys/api-keys-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/api-keys')({
  validateSearch: ({ tab }): { tab?: 'legacy' } => (tab === 'legacy' ? { tab } : {}),
  component: ApiKeysPage,
})

function ApiKeysPage() {
  const { ref } = Route.useParams()
  const { tab = 'keys' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <ApiKeysSettings
      key={ref}
      projectRef={ref}
      tab={tab}
      onTabChange={(next) =>
        void navigate({ search: next === 'legacy' ? { tab: next } : {}, replace: true })
      }
    />
  )
}
