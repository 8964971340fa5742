import { createFileRoute } from '@tanstack/react-router'
import {
  vaultKeyQuery,
  vaultSecretsQuery,
} from '../../../../../../data/resources/services/vault/secrets.ts'
import { VaultPage } from '../../../../../../features/vault/vault-page.tsx'
import { pickValue, pickText } from '../../../../../../lib/search-params.ts'

type VaultSearch = { panel?: 'new' | 'edit' | undefined }

export const Route = createFileRoute('/_app/project/$ref/settings/vault/secrets')({
  validateSearch: (search: Record<string, unknown>): VaultSearch =>
    pickValue(search, 'panel', ['new', 'edit']),
  loaderDeps: ({ search }) => pickText(search, 'search'),
  loader: ({ context, deps: { search = '' }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(vaultSecretsQuery(call, ref, search)),
      read(vaultKeyQuery(call, ref)),
    ]),
  component: VaultRoute,
})

function VaultRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <VaultPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      onCreating={(isCreating) =>
        void navigate({
          search: (before) => ({
            ...before,
            panel: isCreating ? 'new' : undefined,
          }),
          replace: !isCreating,
        })
      }
    />
  )
}
