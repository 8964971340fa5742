import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPage } from '../src/components/rooms/pages.ts'
import { RoomsContext } from '../src/components/rooms/rooms-context.ts'
import { Shell } from '../src/components/shell/shell.tsx'
import { exampleRoom } from './example-room.ts'
import { answerWith, organization, profile, project, showSignedIn } from './show.tsx'

const PREVIEW = `stoa.preview.${profile.id}`

type Opening = { address: string; capabilities?: string[]; abilities?: string[] }

/** Opens a page in a shell that contains only the example feature. */
function open({
  address,
  capabilities = profile.capabilities,
  abilities = ['database:read'],
}: Opening) {
  answerWith({
    'GET /platform/profile': { ...profile, capabilities },
    'GET /platform/organizations': [organization],
    'GET /platform/projects': [],
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
  })
  const ran = vi.fn<(action: string) => void>()
  const rooms = [exampleRoom(ran)]
  const root = createRootRoute({
    component: () => (
      <RoomsContext value={rooms}>
        <Shell>
          <Outlet />
        </Shell>
      </RoomsContext>
    ),
  })
  const page = (path: string, component: () => React.ReactNode = () => 'Page') =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/project/$ref/greetings'),
      page('/project/$ref/greetings/$name'),
      page('/project/$ref/farewells'),
      page('/project/$ref/own-greetings/$name'),
      page('/project/$ref/settings/greetings'),
      page('/org/$slug/greetings'),
      page('/account/greetings'),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  showSignedIn(<RouterProvider router={router as never} />)
  return { router, ran, rooms }
}

const navigation = () => screen.findByRole('navigation', { name: 'Products' })
const column = (name: string) => screen.findByRole('navigation', { name })
const linksIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

beforeAll(() => {
  // jsdom has no layout, so scrolling does nothing.
  window.scrollTo = () => undefined
})
afterEach(() => vi.unstubAllGlobals())

describe('a declared feature', () => {
  const inProject = `/project/${project.ref}/greetings`

  it('appears in the side bar as products, which lead to their first page', async () => {
    open({ address: inProject })
    await waitFor(async () =>
      expect(linksIn(await navigation())).toEqual([
        `Home ${inProject}/panel`,
        `Database ${inProject}`,
      ]),
    )
  })

  it('appears in the second column of its product, pages without a heading first', async () => {
    localStorage.setItem(`${PREVIEW}.greetings`, 'true')
    open({ address: inProject })
    await waitFor(async () =>
      expect(linksIn(await column('Database'))).toEqual([
        `Settings /project/${project.ref}/settings/greetings`,
        `Greetings ${inProject}`,
        `Ahoy /project/${project.ref}/own-greetings/ahoy`,
      ]),
    )
    const list = within(await column('Database')).getByRole('list', { name: 'Kinds' })
    expect(linksIn(list)).toEqual([`Greetings ${inProject}`])
  })

  it.each([
    ['/greetings', 'Greetings'],
    ['/greetings/hello', 'Greetings'],
    ['/farewells', 'Greetings'],
    ['/settings/greetings', 'Settings'],
    ['/own-greetings/ahoy', 'Ahoy'],
  ])('marks the product and the page of %s as current: %s', async (path, name) => {
    localStorage.setItem(`${PREVIEW}.greetings`, 'true')
    open({ address: `/project/${project.ref}${path}` })
    const pages = await column('Database')
    await waitFor(() => expect(linksIn(pages)).toHaveLength(3))
    const isCurrent = (link: HTMLElement) => link.getAttribute('aria-current') === 'page'
    const current = within(pages).getAllByRole('link').filter(isCurrent)
    expect(current.map(({ textContent }) => textContent)).toEqual([name])
    const products = within(await navigation())
      .getAllByRole('link')
      .filter(isCurrent)
    expect(products.map(({ textContent }) => textContent)).toEqual(['Database'])
    // The row that narrow windows have instead names the page.
    expect(
      within(pages).getByRole('button', { name: `Database: ${name}`, hidden: true }),
    ).toBeInTheDocument()
  })

  it('does not move when the permissions have loaded', async () => {
    open({ address: inProject })
    expect(linksIn(await navigation())).toEqual([
      `Home ${inProject}/panel`,
      `Database ${inProject}`,
    ])
  })

  it('has its pages in a column, and no side bar, outside a project', async () => {
    const { router } = open({ address: '/org/acme/greetings' })
    await waitFor(async () =>
      expect(linksIn(await column('Organization'))).toEqual([
        'Greetings of all projects /org/acme/greetings',
        'Billing /org/acme/greetings/billing',
      ]),
    )
    router.history.push('/account/greetings')
    await waitFor(async () =>
      expect(linksIn(await column('Account'))).toEqual([
        'My greetings /account/greetings',
        'Tokens /account/greetings/tokens',
      ]),
    )
    expect(screen.queryByRole('navigation', { name: 'Products' })).toBeNull()
  })

  it('opens its panel over the page when its preview is on', async () => {
    localStorage.setItem(`${PREVIEW}.greeting-panel`, 'true')
    const { router } = open({ address: inProject })
    await waitFor(async () =>
      expect(linksIn(await navigation())).toContain(`Home ${inProject}?greeting=hello`),
    )
    await userEvent.click(within(await navigation()).getByText('Home'))
    await waitFor(() => expect(router.state.location.search).toEqual({ greeting: 'hello' }))
    expect(router.state.location.pathname).toBe(inProject)
    const panel = await screen.findByRole('dialog', { name: 'Greeting' })
    expect(await within(panel).findByText(`hello, ${project.ref}`)).toBeVisible()
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Greeting' })).toBeNull())
    expect(router.state.location.href).toBe(inProject)
  })

  it('shows the panel that the address names, which Escape closes', async () => {
    const { router } = open({ address: `${inProject}?greeting=hi` })
    const panel = await screen.findByRole('dialog', { name: 'Greeting' })
    expect(await within(panel).findByText(`hi, ${project.ref}`)).toBeVisible()
    await waitFor(() => expect(panel).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.href).toBe(inProject))
    expect(screen.queryByRole('dialog', { name: 'Greeting' })).toBeNull()
  })

  it('does not appear while its preview is off', async () => {
    open({ address: `/project/${project.ref}/settings/greetings` })
    await waitFor(async () =>
      expect(linksIn(await column('Database'))).toEqual([
        `Greetings ${inProject}`,
        `Ahoy /project/${project.ref}/own-greetings/ahoy`,
      ]),
    )
  })

  it('appears in the palette and runs from there', async () => {
    const { ran } = open({ address: inProject })
    await waitFor(async () => expect(linksIn(await navigation())).toHaveLength(2))
    await userEvent.keyboard('{Control>}k{/Control}')
    const palette = await screen.findByRole('dialog', { name: 'Search and actions' })
    expect(within(palette).queryByText('Wave')).toBeNull()
    expect(within(palette).queryByText('Whisper')).toBeNull()
    expect(await within(palette).findByText('English')).toBeVisible()
    expect(await within(palette).findByText('Show my greetings')).toBeVisible()
    await userEvent.click(within(palette).getByText('Greet the project'))
    expect(ran).toHaveBeenCalledExactlyOnceWith(`greet ${project.ref}`)
  })

  it('is searched by the palette, which remembers the latest choice', async () => {
    const { router } = open({ address: inProject })
    await waitFor(async () => expect(linksIn(await navigation())).toHaveLength(2))
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search and actions' })
    expect(screen.queryByText('Good night')).toBeNull()
    await userEvent.type(field, 'farewell')
    expect(screen.getByText('No results for “farewell”')).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'whis')
    expect(await screen.findByRole('option', { name: /^Whisper/ })).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'gr')
    expect(await screen.findByRole('option', { name: 'Greetings Database' })).toBeVisible()
    await userEvent.type(field, 'eet the')
    expect(
      await screen.findByRole('option', { name: /^Greet the project/, selected: true }),
    ).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'night good')
    expect(await screen.findByRole('option', { name: /^Good night/ })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toEqual({ phrase: 'Good night' }))
    await userEvent.keyboard('{Control>}k{/Control}')
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(
      within(recent)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Good night English'])
  })

  it('runs by its shortcuts within their scope', async () => {
    const { ran, router } = open({ address: inProject })
    await waitFor(async () => expect(linksIn(await navigation())).toHaveLength(2))
    await userEvent.keyboard('nw')
    expect(ran.mock.calls).toEqual([[`greet ${project.ref}`], ['wave']])
    router.history.push('/account/greetings')
    await waitFor(async () => expect(linksIn(await column('Account'))).toHaveLength(2))
    await userEvent.keyboard('nw')
    expect(ran.mock.calls.slice(2)).toEqual([['wave']])
  })

  it('opens a product with G and its letter, which the list of shortcuts names', async () => {
    const { router } = open({ address: `/project/${project.ref}/farewells` })
    await waitFor(async () => expect(linksIn(await navigation())).toHaveLength(2))
    await userEvent.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const rows = within(dialog)
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(rows).toEqual(expect.arrayContaining(['Home GH', 'Database GD', 'Wave W']))
    // The dialog has the keys until it is closed.
    await userEvent.keyboard('gd')
    expect(router.state.location.pathname).toBe(`/project/${project.ref}/farewells`)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('gd')
    await waitFor(() => expect(router.state.location.pathname).toBe(inProject))
  })

  it('appears in the account menu', async () => {
    open({ address: inProject })
    await waitFor(async () => expect(linksIn(await navigation())).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Account' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent?.trim())).toEqual([
      'My greetings',
      'Feature previews',
      'Keyboard shortcuts?',
      'Ask for a greeting',
      'Sign out',
    ])
  })

  it('hides entries that the user has no permission for', async () => {
    open({ address: inProject, abilities: [] })
    await waitFor(async () =>
      expect(linksIn(await navigation())).toEqual([`Home ${inProject}/panel`]),
    )
  })

  it('hides everything when the installation does not offer it', async () => {
    const { ran } = open({ address: inProject, capabilities: [] })
    expect(await screen.findByText('Page')).toBeVisible()
    await userEvent.keyboard('nw')
    expect(ran).not.toHaveBeenCalled()
    expect(screen.queryByRole('navigation', { name: 'Products' })).toBeNull()
  })

  it('is found at its current and former addresses', () => {
    const rooms = [exampleRoom(() => undefined)]
    expect(findPage(rooms, '/project/abc/settings/greetings')).toMatchObject({
      kind: 'built',
      page: { worksWithoutDatabase: true },
    })
    expect(findPage(rooms, '/project/abc/hello')).toEqual({
      kind: 'moved',
      to: '/project/abc/greetings',
    })
  })
})
