import type { Call } from '../../data/client/api.ts'
import type { Action } from '../actions/actions.tsx'
import { pathIn } from '../rooms/page-path.ts'
import type { ActionGroup, PagePath, Room } from '../rooms/room.ts'
import { offersOf, type Meets } from '../rooms/use-offers.ts'
import type { ProductArea } from './use-place.ts'

/** The palette heading of each group of actions. */
export const HEADINGS = {
  pages: 'Pages',
  actions: 'Actions',
  organizations: 'Organizations',
  account: 'Account',
  help: 'Account',
} as const satisfies Record<ActionGroup, string>

type Where = {
  place: ProductArea
  meets: Meets
  open: (path: PagePath) => void
  openPanel: (panel: { parameter: string; first: string }) => void
  call: Call
}

/** The actions that the rooms offer in a place, by palette group. */
export function roomActions(
  rooms: readonly Room[],
  { place, meets, open, openPanel, call }: Where,
): Record<ActionGroup, Action[]> {
  const offered = offersOf(rooms, ({ actions }) => actions, meets)
  const of = (wanted: ActionGroup) =>
    offered
      .filter(({ group, scope = place.kind }) => group === wanted && scope === place.kind)
      .map(({ id, title, group, keywords, shortcut, isListed, isSearchedOnly, to, run }) => ({
        id,
        title,
        group: HEADINGS[group],
        ...(keywords && { keywords }),
        ...(shortcut && { shortcut }),
        ...(isListed !== undefined && { listed: isListed }),
        ...(isSearchedOnly && { isSearchedOnly }),
        run: () => (to === undefined ? run({ place, open, call }) : open(pathIn(place, to))),
      }))
  const panels = place.kind === 'project' ? openers(rooms, meets) : []
  return {
    pages: of('pages'),
    actions: [
      ...of('actions'),
      ...panels.map(({ parameter, opener: { title, keywords, shortcut, first } }) => ({
        id: `panel:${parameter}`,
        title,
        group: HEADINGS.actions,
        ...(keywords && { keywords }),
        ...(shortcut && { shortcut }),
        run: () => openPanel({ parameter, first }),
      })),
    ],
    organizations: of('organizations'),
    account: of('account'),
    help: of('help'),
  }
}

/** The panels that the pages of a project offer. */
export const openers = (rooms: readonly Room[], meets: Meets) =>
  rooms
    .filter(({ needs }) => meets(needs))
    .flatMap(({ panels = [] }) => panels)
    .flatMap(({ parameter, opener }) => (opener ? [{ parameter, opener }] : []))
