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
