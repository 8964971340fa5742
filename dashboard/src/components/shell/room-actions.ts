import type { Action } from '../actions/actions.tsx'
import { pathIn } from '../rooms/page-path.ts'
import type { ActionGroup, PagePath, Room } from '../rooms/room.ts'
import { offersOf, type Meets } from '../rooms/use-offers.ts'
import type { Place } from './use-place.ts'

/** Headings of the palette. */
export const HEADINGS = {
  pages: 'Pages',
  organizations: 'Organizations',
  account: 'Account',
  help: 'Account',
} as const satisfies Record<ActionGroup, string>

type Where = { place: Place; meets: Meets; open: (path: PagePath) => void }

/** What the rooms let somebody do in a place, by the group of the palette it belongs to. */
export function roomActions(
  rooms: readonly Room[],
  { place, meets, open }: Where,
): Record<ActionGroup, Action[]> {
  const offered = offersOf(rooms, ({ actions }) => actions, meets)
  const of = (wanted: ActionGroup) =>
    offered
      .filter(({ group, scope = place.kind }) => group === wanted && scope === place.kind)
      .map(({ id, title, group, keywords, shortcut, isListed, to, run }) => ({
        id,
        title,
        group: HEADINGS[group],
        ...(keywords && { keywords: [...keywords] }),
        ...(shortcut && { shortcut }),
        ...(isListed !== undefined && { listed: isListed }),
        run: () => (to === undefined ? run({ place, open }) : open(pathIn(place, to))),
      }))
  return {
    pages: of('pages'),
    organizations: of('organizations'),
    account: of('account'),
    help: of('help'),
  }
}
