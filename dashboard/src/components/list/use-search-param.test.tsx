import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { RouteSearchField, SearchField } from './search-field.tsx'
import { useSearchParam } from './use-search-param.ts'

function Page() {
  const { value, field } = useSearchParam('search')
  return (
    <>
      <SearchField label="Search jobs" field={field} />
      <p>Searched: {value}</p>
    </>
  )
}

async function open(...entries: string[]) {
  const history = createMemoryHistory({ initialEntries: entries })
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history,
  })
  render(<RouterProvider router={router as never} />)
  return { history, field: await screen.findByRole('searchbox', { name: 'Search jobs' }) }
}

it('shows the search of the URL', async () => {
  const { field } = await open('/?search=ab')
  expect(field).toHaveValue('ab')
  expect(screen.getByText('Searched: ab')).toBeVisible()
})

it('writes what is typed to the URL and keeps its other parameters', async () => {
  const { field, history } = await open('/?panel=new')
  await userEvent.type(field, 'ab')
  await waitFor(() => expect(history.location.search).toBe('?panel=new&search=ab'))
  expect(await screen.findByText('Searched: ab')).toBeVisible()
  expect(history).toHaveLength(1)
  await userEvent.clear(field)
  await waitFor(() => expect(history.location.search).toBe('?panel=new'))
})

it('follows the URL with the field when the user goes back', async () => {
  const { field, history } = await open('/?search=first', '/?search=second')
  expect(field).toHaveValue('second')
  await userEvent.type(field, '-one')
  await waitFor(() => expect(history.location.search).toBe('?search=second-one'))
  act(() => history.back())
  await waitFor(() => expect(field).toHaveValue('first'))
  expect(screen.getByText('Searched: first')).toBeVisible()
})

/** Its route passes the search on, as those of database objects do. */
function PageOfRoute() {
  const navigate = useNavigate()
  const setSearch = (search: string) =>
    void navigate({ to: '/jobs' as never, search: { search } as never, replace: true })
  return <RouteSearchField label="Search jobs" value="" onValueChange={setSearch} />
}

it.each([
  { owner: 'the page', Page },
  { owner: 'its route', Page: PageOfRoute },
])(
  'does not bring the user back from a page that still loads when the typing settles, if $owner keeps the search',
  async ({ Page: Jobs }) => {
    const loading = Promise.withResolvers<undefined>()
    const started = Promise.withResolvers<undefined>()
    const root = createRootRoute()
    const list = createRoute({ getParentRoute: () => root, path: '/jobs', component: Jobs })
    const other = createRoute({
      getParentRoute: () => root,
      path: '/other',
      loader: () => {
        started.resolve(undefined)
        return loading.promise
      },
      component: () => <h1>Other</h1>,
    })
    const history = createMemoryHistory({ initialEntries: ['/jobs'] })
    const routeTree = root.addChildren([list, other])
    render(<RouterProvider router={createRouter({ routeTree, history }) as never} />)
    const field = await screen.findByRole('searchbox', { name: 'Search jobs' })
    await userEvent.type(field, 'ab')
    act(() => history.push('/other'))
    await started.promise
    // Longer than the pause after which typing settles.
    await new Promise((resolve) => setTimeout(resolve, 400))
    loading.resolve(undefined)
    expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible()
    expect(history.location.href).toBe('/other')
  },
)

it('writes to the URL of a page that has pages below it', async () => {
  const root = createRootRoute()
  const jobs = createRoute({ getParentRoute: () => root, path: '/jobs' })
  const index = createRoute({ getParentRoute: () => jobs, path: '/', component: Page })
  const history = createMemoryHistory({ initialEntries: ['/jobs'] })
  const router = createRouter({ routeTree: root.addChildren([jobs.addChildren([index])]), history })
  render(<RouterProvider router={router as never} />)
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search jobs' }), 'ab')
  await waitFor(() => expect(history.location.search).toBe('?search=ab'))
})
