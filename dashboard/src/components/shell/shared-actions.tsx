import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOrganizations } from '../../data/resources/organizations.ts'
import { useProjects } from '../../data/resources/projects.ts'
import { setTheme, THEMES } from '../../lib/theme.ts'
import { useRegisterActions, type Action } from '../actions/actions.tsx'
import { closedPanels, useOpenPanel } from '../rooms/panel-link.ts'
import { useRooms } from '../rooms/rooms-context.ts'
import type { Meets } from '../rooms/use-offers.ts'
import type { NavigationItem } from './navigation.ts'
import { HEADINGS, roomActions } from './room-actions.ts'
import { THEME_NAMES } from './theme-names.ts'
import type { Place } from './use-place.ts'

type SharedActionsProps = {
  place: Place
  /** The pages of `place`. */
  pages: readonly NavigationItem[]
  meets: Meets
  onSearch: () => void
  onConnect: () => void
  onPreviews: () => void
  onPrivacy: () => void
  onSignOut: () => void
}

/** Actions available everywhere: open a page, an organization or a project; change the theme. */
export function SharedActions({ place, pages, meets, ...on }: SharedActionsProps) {
  const navigate = useNavigate()
  const rooms = useRooms()
  const openPanel = useOpenPanel()
  const { data: organizations } = useOrganizations()
  const { data: projects } = useProjects()
  const { onSearch, onConnect, onPreviews, onPrivacy, onSignOut } = on
  const actions = useMemo(() => {
    const open = (to: string) => void navigate({ to })
    const offered = roomActions(rooms, { place, meets, open })
    const list: Action[] = [
      { id: 'search', title: 'Search', shortcut: 'Mod+K', listed: false, run: onSearch },
      ...pages.map(({ label, to, panel }) => ({
        id: `page:${to}`,
        title: label,
        group: HEADINGS.pages,
        run: () => (panel ? openPanel(panel) : open(to)),
      })),
      {
        id: 'connect',
        title: 'Connect to this project',
        group: HEADINGS.pages,
        keywords: ['keys', 'url', 'psql', 'curl'],
        visible: place.kind === 'project',
        run: onConnect,
      },
      ...offered.pages,
      ...(projects ?? []).map(({ ref, name }) => ({
        id: `project:${ref}`,
        title: name,
        group: 'Projects',
        keywords: [ref],
        run: () => void navigate({ to: `/project/${ref}`, search: closedPanels(rooms) }),
      })),
      ...(organizations ?? []).map(({ slug, name }) => ({
        id: `organization:${slug}`,
        title: name,
        group: HEADINGS.organizations,
        keywords: [slug],
        run: () => open(`/org/${slug}`),
      })),
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
    navigate,
    rooms,
    openPanel,
    place,
    pages,
    meets,
    projects,
    organizations,
    onSearch,
    onConnect,
    onPreviews,
    onPrivacy,
    onSignOut,
  ])
  useRegisterActions(actions)
  return null
}
