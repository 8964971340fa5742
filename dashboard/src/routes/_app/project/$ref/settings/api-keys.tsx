import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { publicKeysQuery } from '../../../../../data/resources/platform/keys.ts'
import { ApiKeysSettings } from '../../../../../features/keys/api-keys-settings.tsx'

type ApiKeysSearch = { tab?: 'legacy'; panel?: 'new' }

export const Route = createFileRoute('/_app/project/$ref/settings/api-keys')({
  validateSearch: ({ tab, panel }): ApiKeysSearch => ({
    ...(tab === 'legacy' && { tab }),
    ...(panel === 'new' && { panel }),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(publicKeysQuery(call, ref))),
  component: ApiKeysPage,
})

function ApiKeysPage() {
  const { ref } = Route.useParams()
  const { tab = 'keys', panel } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const open = (search: ApiKeysSearch) => void navigate({ search, replace: true })
  return (
    <ApiKeysSettings
      key={ref}
      projectRef={ref}
      tab={tab}
      isCreating={panel === 'new'}
      onTabChange={(next) => open(next === 'legacy' ? { tab: next } : {})}
      // A new key is listed in the first tab.
      onCreate={(isCreating) => open(isCreating ? { panel: 'new' } : {})}
    />
  )
}
