import { useMemo } from 'react'
import { useCall } from '../../data/client/client-context.ts'
import { useSelectedOrganization } from '../../data/resources/platform/selected-organization.ts'
import { setTheme, THEMES } from '../../lib/theme.ts'
import { useRegisterActions, type Action } from '../actions/actions.tsx'
import { usePanelOpener } from '../rooms/panel-link.ts'
import { useRooms } from '../rooms/rooms-context.ts'
import { useOpenPath } from '../rooms/use-open-path.ts'
import type { Meets } from '../rooms/use-offers.ts'
import type { NavigationPage } from './navigation.ts'
import { pageActions } from './page-actions.ts'
import { HEADINGS, roomActions } from './room-actions.ts'
import { THEME_NAMES } from './theme-names.ts'
import type { ProductArea } from './use-place.ts'

type SharedActionsProps = {
  place: ProductArea
  meets: Meets
  /** For the pages, which the palette and shortcuts offer whenever the navigation shows them. */
  meetsForPages: Meets
  onSearch: () => void
  onConnect: () => void
  onPreviews: () => void
  onPrivacy: () => void
  onShortcuts: () => void
  onSignOut: () => void
}

/** Actions available everywhere: open a page, sign out, change the theme and so on. */
export function SharedActions({ place, meets, meetsForPages, ...on }: SharedActionsProps) {
  const rooms = useRooms()
  const open = useOpenPath(place)
  const openPanel = usePanelOpener()
  const call = useCall()
  const organization = useSelectedOrganization({
    ref: place.kind === 'project' ? place.ref : undefined,
    slug: place.kind === 'organization' ? place.slug : undefined,
  })
  const { onSearch, onConnect, onPreviews, onPrivacy, onShortcuts, onSignOut } = on
  const actions = useMemo(() => {
    const offered = roomActions(rooms, { place, meets, open, openPanel, call })
    const openPage = ({ to, panel }: Pick<NavigationPage, 'to' | 'panel'>) =>
      panel ? openPanel(panel) : open(to)
    const list: Action[] = [
      {
        id: 'search',
        title: 'Search',
        group: HEADINGS.actions,
        shortcut: 'Mod+K',
        listed: false,
        run: onSearch,
      },
      ...pageActions(rooms, { place, meets: meetsForPages, organization, open, openPage }),
      ...offered.pages,
      {
        id: 'connect',
        title: 'Connect to this project',
        group: HEADINGS.actions,
        keywords: ['keys', 'url', 'psql', 'curl'],
        visible: place.kind === 'project',
        run: onConnect,
      },
      ...offered.actions,
      ...offered.organizations,
      ...offered.account,
      {
        id: 'feature-previews',
        title: 'Feature previews',
        group: HEADINGS.account,
        keywords: ['beta', 'experimental'],
        run: onPreviews,
      },
      {
        id: 'privacy',
        title: 'Privacy settings',
        group: HEADINGS.account,
        keywords: ['consent', 'telemetry', 'cookies'],
        run: onPrivacy,
      },
      {
        id: 'shortcuts',
        title: 'Keyboard shortcuts',
        group: HEADINGS.help,
        keywords: ['keys', 'hotkeys'],
        shortcut: '?',
        run: onShortcuts,
      },
      ...offered.help,
      { id: 'sign-out', title: 'Sign out', group: HEADINGS.account, run: onSignOut },
      ...THEMES.map((theme) => ({
        id: `theme:${theme}`,
        title: `Theme: ${THEME_NAMES[theme]}`,
        group: HEADINGS.account,
        run: () => setTheme(theme),
      })),
    ]
    return list
  }, [
    rooms,
    open,
    openPanel,
    call,
    place,
    meets,
    meetsForPages,
    organization,
    onSearch,
    onConnect,
    onPreviews,
    onPrivacy,
    onShortcuts,
    onSignOut,
  ])
  useRegisterActions(actions)
  return null
}
