import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { NuqsAdapter } from 'nuqs/adapters/tanstack-router'
import { MfaGate } from '../components/mfa-gate.tsx'
import { ServicesProvider } from '../components/services-provider.tsx'
import { ProfileGate } from '../components/shell/profile-gate.tsx'
import { Shell } from '../components/shell/shell.tsx'
import { returnToFor } from '../features/accounts/return-to.ts'

/** Everything behind the sign-in: the cache, URL state, the profile, the shell. */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => {
    if (context.session.read()) return
    const returnTo = returnToFor(location.pathname, location.searchStr)
    throw redirect({ to: '/sign-in', search: returnTo ? { returnTo } : {}, replace: true })
  },
  component: AppLayout,
})

function AppLayout() {
  const { session } = Route.useRouteContext()
  return (
    <ServicesProvider session={session}>
      <NuqsAdapter>
        <ProfileGate>
          <Shell>
            <MfaGate>
              <Outlet />
            </MfaGate>
          </Shell>
        </ProfileGate>
      </NuqsAdapter>
    </ServicesProvider>
  )
}
