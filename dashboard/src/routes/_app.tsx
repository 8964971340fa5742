import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { MfaGate } from '../components/mfa-gate.tsx'
import { RoomsContext } from '../components/rooms/rooms-context.ts'
import { DataClientProvider } from '../components/data-client-provider.tsx'
import { ProfileGate } from '../components/shell/profile-gate.tsx'
import { Shell } from '../components/shell/shell.tsx'
import { searchToReturn } from '../features/accounts/return-to.ts'

/** Wraps every signed-in page in the query cache, the profile and the shell. */
export const Route = createFileRoute('/_app')({
  // The loader stays in the entry chunk, so that all it loads comes with the code of the page.
  codeSplitGroupings: [['component']],
  beforeLoad: ({ context, location }) => {
    const account = context.session.read()
    if (account && !account.needs_code) return
    throw redirect({
      to: account ? '/sign-in-mfa' : '/sign-in',
      search: searchToReturn(location.pathname, location.searchStr),
      replace: true,
    })
  },
  loader: async ({ context: { loadClients, loadRooms, readAhead } }) => {
    readAhead(async (reads) => {
      const { readShell } = await import('../components/shell/read-shell.ts')
      await readShell(reads)
    })
    const [clients, rooms] = await Promise.all([loadClients(), loadRooms()])
    return { clients, rooms }
  },
  component: AppLayout,
})

function AppLayout() {
  const { session } = Route.useRouteContext()
  const { clients, rooms } = Route.useLoaderData()
  const router = useRouter()
  const needsCode = useSyncExternalStore(session.subscribe, () => session.read()?.needs_code)
  // When the server asks for a code mid-session, the route guard redirects to the code page and
  // later back here.
  useEffect(() => {
    if (needsCode) void router.invalidate()
  }, [needsCode, router])
  return (
    <DataClientProvider session={session} clients={clients}>
      <ProfileGate>
        <RoomsContext value={rooms}>
          <Shell>
            <MfaGate>
              <Outlet />
            </MfaGate>
          </Shell>
        </RoomsContext>
      </ProfileGate>
    </DataClientProvider>
  )
}
