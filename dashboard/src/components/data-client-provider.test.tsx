import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, profile } from '../../test/show.tsx'
import { createErrorReporter, ErrorReporterContext } from '../data/client/error-reports.ts'
import { createSession } from '../data/client/session.ts'
import { useOrganizations } from '../data/resources/platform/organizations.ts'
import { useProfile } from '../data/resources/platform/profile.ts'
import { toastQueue, type ToastEntry } from '../ui/feedback/toast.ts'
import { DataClientProvider } from './data-client-provider.tsx'
import { createDataClients } from './data-clients.ts'

const toasts: ToastEntry[] = []
const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status, headers: { 'X-Request-Id': 'r1' } })

afterEach(() => {
  toasts.length = 0
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function Page() {
  const { data } = useProfile()
  const { error } = useOrganizations()
  return <p>{error?.message ?? data?.primary_email ?? 'nothing yet'}</p>
}

/** A page inside the provider, as in the application, for a signed-in user. */
function showPage() {
  const reporter = createErrorReporter()
  const stored = {
    access_token: 'token',
    refresh_token: 'refresh',
    expires_at: Date.now() / 1000 + 3600,
    user: { id: profile.id, email: profile.primary_email },
  }
  localStorage.setItem('stoa.session', JSON.stringify(stored))
  toastQueue.attach((entry) => toasts.push(entry))
  const session = createSession({
    store: localStorage,
    now: () => Date.now(),
    exclusively: (_name, work) => work(),
  })
  return render(
    <ErrorReporterContext value={reporter}>
      <DataClientProvider session={session} clients={createDataClients(session, reporter)}>
        <Page />
      </DataClientProvider>
    </ErrorReporterContext>,
  )
}

// SPEC: "and reported to an error-reporting service."
it('reports a failed query to the installation', async () => {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': refusal(403, 'not_today', 'Not on a Sunday.'),
    'POST /platform/telemetry/errors': {},
  })
  showPage()
  expect(await screen.findByText('Not on a Sunday.')).toBeVisible()
  const reports = sent.filter(({ request }) => request === 'POST /platform/telemetry/errors')
  expect(reports.map(({ body }) => body)).toMatchObject([
    { message: expect.stringContaining('Not on a Sunday.'), request_id: 'r1' },
  ])
})

describe('a profile that another request created in the meantime', () => {
  // SPEC: "(a dev-only toast outside production)."
  it.each([
    { isDevelopment: true, shown: ['Profile already exists'] },
    { isDevelopment: false, shown: [] },
  ])('shows a toast only in development: $isDevelopment', async ({ isDevelopment, shown }) => {
    vi.stubEnv('DEV', isDevelopment)
    vi.spyOn(console, 'info').mockReturnValue()
    let reads = 0
    answerWith({
      get 'GET /platform/profile'() {
        reads += 1
        return reads === 1 ? refusal(404, 'profile_not_found', "User's profile not found") : profile
      },
      'POST /platform/profile': refusal(409, 'profile_exists', 'Exists'),
      'GET /platform/organizations': [],
    })
    showPage()
    expect(await screen.findByText(profile.primary_email)).toBeVisible()
    await waitFor(() => expect(toasts.map(({ message }) => message)).toEqual(shown))
  })
})
