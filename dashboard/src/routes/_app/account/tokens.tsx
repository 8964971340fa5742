import { createFileRoute } from '@tanstack/react-router'
import { accessTokensQuery } from '../../../data/resources/platform/access-tokens.ts'
import { AccessTokensPage } from '../../../features/accounts/access-tokens/access-tokens-page.tsx'

type TokensSearch = { panel?: 'new' | undefined }

export const Route = createFileRoute('/_app/account/tokens')({
  validateSearch: ({ panel }: Record<string, unknown>): TokensSearch =>
    panel === 'new' ? { panel } : {},
  loader: ({ context }) => context.readAhead(({ call, read }) => read(accessTokensQuery(call))),
  component: TokensRoute,
})

function TokensRoute() {
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AccessTokensPage
      isCreating={panel === 'new'}
      onCreatingChange={(isCreating) =>
        void navigate({
          search: (before) => ({ ...before, panel: isCreating ? 'new' : undefined }),
        })
      }
    />
  )
}
