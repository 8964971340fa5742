import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { DataClientProvider } from '../components/data-client-provider.tsx'
import { Setup } from '../features/accounts/setup.tsx'
import { pickText } from '../lib/search-params.ts'

export const Route = createFileRoute('/setup')({
  validateSearch: (search) => pickText(search, 'token'),
  loader: ({ context }) => context.loadClients(),
  head: () => ({ meta: [{ title: 'Set up' }] }),
  component: SetupPage,
})

function SetupPage() {
  const { session } = Route.useRouteContext()
  const clients = Route.useLoaderData()
  const { token } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <DataClientProvider session={session} clients={clients}>
      <Setup session={session} token={token} onSignedIn={(path) => void navigate({ to: path })} />
    </DataClientProvider>
  )
}
