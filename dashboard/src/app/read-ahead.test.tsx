import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, project, session } from '../../test/show.tsx'
import { DataClientProvider } from '../components/data-client-provider.tsx'
import { QueryError } from '../components/query-error.tsx'
import type { RouterContext } from '../components/router-context.ts'
import { bucketsQuery, useBuckets } from '../data/resources/services/storage/buckets.ts'
import { projectQuery } from '../data/resources/platform/projects.ts'
import { loadingOptions } from './loading-options.ts'
import { createRouterContext } from './router-context.ts'

const { ref } = project
const PROJECT = `GET /platform/projects/${ref}`
const BUCKETS = `GET /platform/storage/${ref}/buckets`
const LINK = { to: '/project/$ref/storage', params: { ref } } as const
const NEVER = new Promise<never>(() => undefined)
const reporter = { report: () => undefined }

afterEach(() => vi.unstubAllGlobals())

/** A router with a start page and a page of a project, which loads as the real one does. */
function createPages({
  user = session,
  page = async () => ({ default: Page }),
}: {
  user?: typeof session
  page?: () => Promise<{ default: () => ReactNode }>
} = {}) {
  const context = { ...createRouterContext(user, reporter), loadRoutes: async () => undefined }
  const root = createRootRouteWithContext<RouterContext>()({ loader: context.loadClients })
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => 'Start' })
  const buckets = createRoute({
    getParentRoute: () => root,
    path: '/project/$ref/storage',
    loader: () => context.readInProject(ref, ({ call, read }) => read(bucketsQuery(call, ref))),
    component: lazyRouteComponent(page),
  })
  const router = createRouter({
    ...loadingOptions,
    context,
    routeTree: root.addChildren([start, buckets]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  return { router, context, user }
}

function Page() {
  const { data, error, refetch } = useBuckets(ref)
  if (error)
    return <QueryError error={error} title="Could not load" onRetry={() => void refetch()} />
  return <p>{data ? `${data.length} buckets` : 'loading'}</p>
}

async function showPages({ router, context, user }: ReturnType<typeof createPages>) {
  const clients = await context.loadClients()
  return render(
    <DataClientProvider session={user} clients={clients}>
      <RouterProvider router={router as never} />
    </DataClientProvider>,
  )
}

const answers = (more: Record<string, unknown> = {}) =>
  answerWith({ [PROJECT]: project, [BUCKETS]: [], ...more })
const countOf = (sent: ReturnType<typeof answers>, wanted: string) =>
  sent.filter(({ request }) => request === wanted).length

it('requests what a page reads before the code of the page has arrived', async () => {
  const sent = answers()
  const { router } = createPages({ page: () => NEVER })
  void router.navigate(LINK)
  await waitFor(() => expect(countOf(sent, BUCKETS)).toBe(1))
})

it('requests once for a link that the pointer reaches twice and that is then opened', async () => {
  const sent = answers()
  const pages = createPages()
  await showPages(pages)
  await pages.router.preloadRoute(LINK)
  await waitFor(() => expect(countOf(sent, BUCKETS)).toBe(1))
  await pages.router.preloadRoute(LINK)
  void pages.router.navigate(LINK)
  expect(await screen.findByText('0 buckets')).toBeVisible()
  expect(countOf(sent, BUCKETS)).toBe(1)
})

it('shows the usual error of a page whose early request failed, which a retry ends', async () => {
  let answer: unknown = Response.json({ code: 'bad', message: 'Not now.' }, { status: 400 })
  const sent = answerWith({
    get [BUCKETS]() {
      return answer
    },
  })
  const pages = createPages()
  await showPages(pages)
  await pages.router.preloadRoute(LINK)
  await waitFor(() => expect(countOf(sent, BUCKETS)).toBe(1))
  void pages.router.navigate(LINK)
  expect(await screen.findByText('Not now.')).toBeVisible()
  answer = []
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('0 buckets')).toBeVisible()
})

describe('requests nothing early', () => {
  it('for signed-out users', async () => {
    const sent = answers()
    const { router } = createPages({ user: { ...session, read: () => null } })
    await router.navigate(LINK)
    expect(sent).toEqual([])
  })

  it('that the server has refused', async () => {
    const sent = answers({ [BUCKETS]: Response.json({ message: 'No.' }, { status: 403 }) })
    const { read, call } = (await createPages().context.loadClients()).readsOf('ada')
    await read(bucketsQuery(call, ref))
    await read(bucketsQuery(call, ref))
    expect(countOf(sent, BUCKETS)).toBe(1)
  })

  it('from a project that is known to be paused', async () => {
    answers({ [PROJECT]: { ...project, status: 'INACTIVE' } })
    const clients = await createPages().context.loadClients()
    const page = { ref, needs: undefined }
    expect(await clients.canRead('ada', page)).toBe(true)
    await clients.readsOf('ada').read(projectQuery(clients.of('ada').call, ref))
    expect(await clients.canRead('ada', page)).toBe(false)
  })

  it.each([
    { abilities: [], isAllowed: false },
    { abilities: ['secrets:read'], isAllowed: true },
  ])('without the permission that the page needs: $isAllowed', async ({ abilities, isAllowed }) => {
    answers({ [PROJECT]: { ...project, abilities } })
    const clients = await createPages().context.loadClients()
    expect(await clients.canRead('ada', { ref, needs: 'secrets:read' })).toBe(isAllowed)
  })
})

it('keeps nothing that an account has read after it signs out', async () => {
  answers()
  let isSignedIn = true
  let changed = () => undefined as void
  const user = {
    ...session,
    read: () => (isSignedIn ? session.read() : null),
    subscribe: (listener: () => void) => {
      changed = listener
      return () => undefined
    },
  }
  const clients = await createPages({ user }).context.loadClients()
  const account = session.read()?.user.id
  const before = clients.of(account)
  changed()
  expect(clients.of(account)).toBe(before)
  isSignedIn = false
  changed()
  expect(clients.of(account)).not.toBe(before)
})
