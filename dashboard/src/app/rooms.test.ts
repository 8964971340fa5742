import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { session } from '../../test/show.tsx'
import { findPage } from '../components/rooms/pages.ts'
import { PRODUCT_IDS, productOf } from '../components/rooms/products.ts'
import { currentEntry } from '../components/shell/navigation.ts'
import { createAppRouter } from './router.ts'
import { createRouterContext } from './router-context.ts'
import { rooms } from './rooms.ts'

const reporter = { report: () => undefined }
const router = createAppRouter(createRouterContext(session, reporter), reporter)
await router.options.context.loadRoutes()
router.update({ ...router.options, history: createMemoryHistory() })
const addresses = Object.keys(router.routesByPath).map((path) => path.replace(/(.)\/$/, '$1'))
const declared = rooms.flatMap(({ pages }) => pages.map(({ path }) => path))

/** Addresses that redirect to a page or that belong to no feature. */
const OTHERS = ['/', '/_app', '/dashboard/new', '/dev/ui', '/project/$ref/$', '/account/$']

it('declares every address of the router in exactly one room', () => {
  const found = [...new Set(addresses)].filter((path) => !OTHERS.includes(path))
  expect(declared.toSorted()).toEqual(found.toSorted())
})

it('links only to declared pages from the navigation, account menu and palette', () => {
  const targets = rooms.flatMap(({ navigation, accountMenu, actions }) =>
    [navigation, accountMenu, actions].flatMap((entries) =>
      (entries ?? []).flatMap(({ to }) => to ?? []),
    ),
  )
  expect(targets.filter((to) => findPage(rooms, to.replace(/\?.*/, ''))?.kind !== 'built')).toEqual(
    [],
  )
})

const navigation = rooms.flatMap((room) => room.navigation ?? [])
const pages = rooms.flatMap((room) => room.pages)

/** Pages that come before the dashboard, or that a step of it opens. */
const OPENED_BY_A_STEP =
  /^\/(?:setup|sign-|forgot-|reset-|confirm-|join|logout|guides\/|new\/\$slug)/

it('reaches every page from the navigation or the palette', () => {
  const palette = rooms.flatMap(({ actions = [] }) => actions.flatMap(({ to }) => to ?? []))
  const unreachable = declared.filter(
    (path) => !OPENED_BY_A_STEP.test(path) && !palette.includes(path) && !currentEntry(rooms, path),
  )
  expect(unreachable).toEqual([])
})

it('has one name for each page of the navigation', () => {
  // A page with a parameter has several entries, each with a name of its own.
  const titles = navigation.map(
    ({ to, label }) => pages.find(({ path }) => path === to)?.title ?? label,
  )
  expect(titles).toEqual(navigation.map(({ label }) => label))
})

it('has no two pages with the same name in a product', () => {
  const names = navigation.map(({ product, label }) => `${product}: ${label}`)
  expect(names).toEqual([...new Set(names)])
})

it('declares every panel that the navigation opens', () => {
  const panels = rooms.flatMap((room) => (room.panels ?? []).map(({ parameter }) => parameter))
  expect(new Set(panels).size).toBe(panels.length)
  const opened = navigation.flatMap(({ panel }) => panel?.parameter ?? [])
  expect(opened.filter((parameter) => !panels.includes(parameter))).toEqual([])
})

it('has pages in every product', () => {
  const used = new Set(navigation.map(({ product }) => product))
  expect(PRODUCT_IDS.filter((id) => !used.has(id))).toEqual([])
})

it('has a side bar of at most 14 products, each with an icon and a letter of its own', () => {
  const products = PRODUCT_IDS.map(productOf).filter(({ scope }) => scope === 'project')
  const icons = products.map((product) => product.scope === 'project' && product.icon)
  const letters = products.map((product) => product.scope === 'project' && product.letter)
  expect(products.length).toBeLessThanOrEqual(14)
  expect(new Set(icons).size).toBe(products.length)
  expect(new Set(letters).size).toBe(products.length)
})

it.each([
  ['url configuration', 'auth', 'URLs and sessions'],
  ['confirm email', 'auth', 'Sign-in methods'],
  ['database webhooks', 'integrations', 'Webhooks'],
  ['function secrets', 'functions', 'Secrets'],
  ['import csv', 'integrations', 'Wrappers'],
])('finds the page that was called “%s”', (keyword, product, label) => {
  const named = navigation.filter(({ keywords = [] }) => keywords.includes(keyword))
  expect(named).toEqual([expect.objectContaining({ product, label })])
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
  ['settings/auth', 'auth/settings'],
  ['auth/url-configuration', 'auth/settings'],
  ['settings/storage', 'storage/settings'],
  ['tables', 'editor'],
  ['observability/query-performance', 'advisors/query-performance'],
])('redirects /project/{ref}/%s to %s', (from, to) => {
  expect(findPage(rooms, `/project/abc/${from}`)).toEqual({
    kind: 'moved',
    to: `/project/abc/${to}`,
  })
})

it.each([
  ['/account', '/account/me'],
  ['/account/installation', '/installation'],
  ['/account/mailbox', '/installation/mailbox'],
])('redirects %s to %s', (from, to) => {
  expect(findPage(rooms, from)).toEqual({ kind: 'moved', to })
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
