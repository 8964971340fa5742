import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { vi } from 'vitest'
import { requireAnswer } from './contract-answers.ts'
import { RoomsContext } from '../src/components/rooms/rooms-context.ts'
import { createCall, createOpenText } from '../src/data/client/api.ts'
import { createQueryClient, type Reports } from '../src/data/client/query-client.ts'
import { DataClientContext } from '../src/data/client/client-context.ts'
import type { Session } from '../src/data/client/session.ts'

type Sent = { request: string; body: unknown }

export const profile = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de',
  primary_email: 'ada@example.com',
  display_name: null,
  is_operator: false,
  disabled_features: [],
  capabilities: [
    'billing:read',
    'invoices:read',
    'support:create',
    'notifications:read',
    'telemetry:send',
  ],
  landing_path: '/organizations',
}

export const installation = {
  needs_owner: false,
  sign_up: 'invitation',
  has_mail_server: false,
  environment: 'production',
  links: {
    support_email: null,
    enterprise_contact_url: null,
    discussions_url: null,
    status_page_url: null,
  },
  sells_plans: false,
}

export const organization = {
  id: 1,
  slug: 'acme',
  name: 'Acme',
  plan: { id: 'pro', name: 'Pro' },
  billing_email: 'Unknown',
  managed_by: 'stoa',
  partner_id: null,
  organization_requires_mfa: false,
  restriction_status: null,
  restriction_data: null,
  project_count: 0,
  abilities: [],
}

export const project = {
  id: 1,
  ref: 'aaaaaaaaaaaaaaaaaaaa',
  name: 'Shop',
  organization_id: organization.id,
  organization_slug: organization.slug,
  region: 'local',
  cloud_provider: 'AWS',
  parent_project_ref: null,
  preview_branch_refs: [],
  inserted_at: '2026-03-01T12:00:00.000Z',
  status: 'ACTIVE_HEALTHY',
  compute: 'running',
  dbVersion: 'supabase-postgres-18.4',
  postgrestStatus: 'ONLINE',
  connectionString: 'postgresql://postgres@localhost:6543/postgres',
  failure: null,
  connection_handle: null,
  endpoints: {
    api_url: 'http://localhost:8000/p/aaaaaaaaaaaaaaaaaaaa',
    host_api_url: null,
    database_host: 'localhost',
    database_port: 6543,
    database_user: 'postgres',
    database_name: 'postgres',
  },
  abilities: [],
}

export const session: Session = {
  read: () => SIGNED_IN,
  accessToken: async () => 'token',
  signIn: async () => undefined,
  signUp: async () => 'signed-in',
  change: async () => undefined,
  requireCode: () => undefined,
  signOut: async () => undefined,
  end: () => undefined,
  subscribe: () => () => undefined,
}
const SIGNED_IN = {
  access_token: 'token',
  refresh_token: 'refresh',
  expires_at: 0,
  user: { id: profile.id, email: profile.primary_email },
}

/**
 * Replaces `fetch`: responds by `METHOD /path`, with 404 by default, and records the requests. An
 * answer can be a promise. Throws for an answer that the contract does not allow; a `Response` can
 * be anything.
 */
export function answerWith(answers: Record<string, unknown>): Sent[] {
  const sent: Sent[] = []
  // A getter can change the answers of later requests, so it is not called here.
  for (const [request, { value: answer }] of Object.entries(
    Object.getOwnPropertyDescriptors(answers),
  ))
    if (!(answer instanceof Promise || answer instanceof Response || answer === undefined))
      requireAnswer(request, answer)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = `${init.method} ${url.split('?')[0]}`
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({ request, body })
    const answer = await answers[request]
    if (answer instanceof Response) return answer.clone()
    if (answer !== undefined) return Response.json(answer)
    return Response.json({ code: 'not_found', message: `Nothing at ${request}` }, { status: 404 })
  })
  return sent
}

type ShowOptions = Partial<Reports> & { notifyDeveloper?: (message: string) => void }

/** Wraps a component in a router that has only this page. */
export function inRouter(component: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  return <RouterProvider router={router as never} />
}

/** Renders a component as on a signed-in page. Responses come from `answerWith`. */
export const showSignedIn = (children: ReactNode, options: ShowOptions = {}) =>
  show(children, session, options)

/** Renders a component as on a signed-out page. */
export const showSignedOut = (children: ReactNode) =>
  show(children, { ...session, read: () => null, accessToken: async () => undefined }, {})

function show(children: ReactNode, session: Session, { notifyDeveloper, ...reports }: ShowOptions) {
  const queryClient = createQueryClient({
    onFailure: () => undefined,
    onSuccess: () => undefined,
    ...reports,
  })
  return render(
    <DataClientContext
      value={{
        session,
        call: createCall(session),
        openText: createOpenText(session),
        queryClient,
        ...(notifyDeveloper && { notifyDeveloper }),
      }}
    >
      <RoomsContext value={[]}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </RoomsContext>
    </DataClientContext>,
  )
}
