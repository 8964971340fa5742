import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { DataClientProvider } from '../components/data-client-provider.tsx'
import { Join } from '../features/accounts/join.tsx'
import { pickText } from '../lib/search-params.ts'

export const Route = createFileRoute('/join')({
  validateSearch: (search) => pickText(search, 'token'),
  loader: ({ context }) => context.loadClients(),
  head: () => ({ meta: [{ title: 'Invitation' }] }),
  component: JoinPage,
})

function JoinPage() {
  const { session } = Route.useRouteContext()
  const clients = Route.useLoaderData()
  const { token } = Route.useSearch()
  const navigate = useNavigate()
  const returnTo = encodeURIComponent(`/join?token=${token ?? ''}`)
  return (
    <DataClientProvider session={session} clients={clients}>
      <Join
        session={session}
        token={token}
        returnSearch={`?returnTo=${returnTo}`}
        onJoined={(slug) => void navigate({ to: '/org/$slug', params: { slug } })}
      />
    </DataClientProvider>
  )
}
