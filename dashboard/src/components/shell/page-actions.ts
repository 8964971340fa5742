import type { Action } from '../actions/actions.tsx'
import { fillPath, pathIn } from '../rooms/page-path.ts'
import type { PagePath, Room } from '../rooms/room.ts'
import { offersOf, type Meets } from '../rooms/use-offers.ts'
import { navigationFor, type NavigationItem } from './navigation.ts'
import type { Place } from './use-place.ts'

type Where = {
  place: Place
  meets: Meets
  /** The organization of the open page. */
  organization: { slug: string; name: string } | undefined
  open: (path: PagePath) => void
  openPage: (item: NavigationItem) => void
}

/** A page elsewhere ranks below a page of the same name in the open project. */
const ELSEWHERE = -80

/**
 * Every page in the palette: those of the open place, the settings of a project, and the pages of
 * the organization and the account.
 */
export function pageActions(rooms: readonly Room[], where: Where): Action[] {
  const { place, meets, organization, open, openPage } = where
  const here = navigationFor(rooms, place, meets).flatMap(({ heading, items }) =>
    items.map((item): Action => ({
      id: `page:${item.to}`,
      title: item.label,
      // Several products have a page of the same name, such as an overview.
      ...(heading && { detail: heading }),
      group: 'Pages',
      run: () => openPage(item),
    })),
  )
  const elsewhere = (there: Place, detail: string): Action[] =>
    there.kind === place.kind
      ? []
      : pagesIn(rooms, there, meets).map(({ to, label }) => ({
          id: `page:${to}`,
          title: label,
          detail,
          group: 'Pages',
          isSearchedOnly: true,
          weight: ELSEWHERE,
          run: () => open(to),
        }))
  return [
    ...here,
    ...settingsActions(rooms, where),
    ...(organization
      ? elsewhere({ kind: 'organization', slug: organization.slug }, organization.name)
      : []),
    ...elsewhere({ kind: 'account' }, 'Account'),
  ]
}

const pagesIn = (rooms: readonly Room[], place: Place, meets: Meets) =>
  navigationFor(rooms, place, meets).flatMap(({ items }) => items)

function settingsActions(rooms: readonly Room[], { place, meets, open }: Where): Action[] {
  if (place.kind !== 'project') return []
  const pages = rooms.flatMap((room) => room.pages)
  return offersOf(rooms, ({ settings }) => settings, meets).map(({ label, to, keywords }) => ({
    id: `settings:${fillPath(to, { ref: place.ref })}`,
    title: pages.find(({ path }) => path === to)?.title ?? label,
    group: 'Settings',
    isSearchedOnly: true,
    ...(keywords && { keywords }),
    run: () => open(pathIn(place, to)),
  }))
}
