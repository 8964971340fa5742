import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { session } from '../../test/show.tsx'
import { findPage } from '../components/rooms/pages.ts'
import { createAppRouter } from './router.ts'
import { rooms } from './rooms.ts'

const router = createAppRouter(
  { session, loadRooms: async () => rooms },
  { report: () => undefined },
)
router.update({ ...router.options, history: createMemoryHistory() })
const addresses = Object.keys(router.routesByPath).map((path) => path.replace(/(.)\/$/, '$1'))
const declared = rooms.flatMap(({ pages }) => pages.map(({ path }) => path))

/** Addresses that redirect to a page or that belong to no feature. */
const OTHERS = ['/', '/_app', '/dashboard/new', '/dev/ui', '/project/$ref/$']

it('declares every address of the router in exactly one room', () => {
  const found = [...new Set(addresses)].filter((path) => !OTHERS.includes(path))
  expect(declared.toSorted()).toEqual(found.toSorted())
})

it('links only to declared pages from the navigation, settings, account menu and palette', () => {
  const targets = rooms.flatMap(({ navigation, settings, accountMenu, actions }) =>
    [navigation, settings, accountMenu, actions].flatMap((entries) =>
      (entries ?? []).flatMap(({ to }) => to ?? []),
    ),
  )
  expect(targets.filter((to) => findPage(rooms, to.replace(/\?.*/, ''))?.kind !== 'built')).toEqual(
    [],
  )
})

// A route drops search parameters that it does not declare, so the page would open without its
// panel.
it('keeps the search parameters of every action of the palette', () => {
  const actions = rooms.flatMap(({ actions = [] }) => actions)
  const lost = actions.filter(({ to = '' }) => {
    const [path = '', query = ''] = to.split('?')
    const given = Object.fromEntries(new URLSearchParams(query))
    const kept = searchOf(path)(given)
    return Object.keys(given).some((name) => kept[name] !== given[name])
  })
  expect(lost.map(({ id }) => id)).toEqual([])
})

type Search = Readonly<Record<string, unknown>>
type Validate = (given: Search) => Search
const isValidate = (value: unknown): value is Validate => typeof value === 'function'

/** The search parameters that the route at a path keeps. */
function searchOf(path: string): Validate {
  const routes = new Map(Object.entries(router.routesByPath))
  const validate: unknown = (routes.get(path) ?? routes.get(`${path}/`))?.options.validateSearch
  return isValidate(validate) ? validate : (given) => given
}

it.each([
  ['auth', 'auth/users'],
  ['integrations/graphiql', 'api/graphiql'],
  ['settings/api', 'settings/data-api'],
  ['tables', 'editor'],
  ['observability/query-performance', 'advisors/query-performance'],
])('redirects /project/{ref}/%s to %s', (from, to) => {
  expect(findPage(rooms, `/project/abc/${from}`)).toEqual({
    kind: 'moved',
    to: `/project/abc/${to}`,
  })
})

it.each([
  ['database/activity', 'view'],
  ['database/activity', 'filter'],
  ['database/activity', 'sort'],
  ['database/wrappers', 'panel'],
  ['database/hooks', 'panel'],
  ['integrations/cron', 'panel'],
  ['integrations/queues', 'panel'],
  ['settings/vault/secrets', 'panel'],
])('opens /project/{ref}/%s as usual if the URL has an unknown %s', (path, name) => {
  const history = createMemoryHistory({
    initialEntries: [`/project/abc/${path}?${name}=nonsense`],
  })
  const page = router.matchRoutes(router.parseLocation(history.location)).at(-1)
  expect(page?.search).toEqual({ [name]: undefined })
})
