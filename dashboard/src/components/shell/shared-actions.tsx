import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCapability } from '../../data/resources/profile.ts'
import { useOrganizations } from '../../data/resources/organizations.ts'
import { useProject, useProjects } from '../../data/resources/projects.ts'
import { setTheme, THEMES } from '../../lib/theme.ts'
import { useRegisterActions, type Action } from '../actions/actions.tsx'
import { useHasDocsPanel, useOpenDocs } from '../api-docs/docs-links.ts'
import type { NavigationItem } from './navigation.ts'
import { THEME_NAMES } from './theme-names.ts'
import type { Place } from './use-place.ts'

type SharedActionsProps = {
  place: Place
  /** Pages of that place. */
  pages: readonly NavigationItem[]
  onSearch: () => void
  onConnect: () => void
  onPreviews: () => void
  onPrivacy: () => void
  onSignOut: () => void
}

/** What can be done from anywhere: go to a page, an organization, a project; change the theme. */
export function SharedActions({ place, pages, ...on }: SharedActionsProps) {
  const navigate = useNavigate()
  const can = useCapability()
  const { data: organizations } = useOrganizations()
  const { data: projects } = useProjects()
  const { data: project } = useProject(place.kind === 'project' ? place.ref : undefined)
  const openDocs = useOpenDocs(place.kind === 'project' ? place.ref : '')
  const hasDocsPanel = useHasDocsPanel()
  const canCreate = can('organizations:create')
  const canAskSupport = can('support:create')
  const { onSearch, onConnect, onPreviews, onPrivacy, onSignOut } = on
  const actions = useMemo(() => {
    const go = (to: string) => () => void navigate({ to })
    const list: Action[] = [
      { id: 'search', title: 'Search', shortcut: 'Mod+K', listed: false, run: onSearch },
      ...pages.map((page) => ({
        id: `page:${page.to}`,
        title: page.label,
        group: 'Pages',
        run: page.docsOf === undefined ? go(page.to) : () => openDocs({ page: 'introduction' }),
      })),
      {
        id: 'connect',
        title: 'Connect to this project',
        group: 'Pages',
        keywords: ['keys', 'url', 'psql', 'curl'],
        visible: place.kind === 'project',
        run: onConnect,
      },
      {
        id: 'graphiql',
        title: 'GraphiQL',
        group: 'Pages',
        keywords: ['graphql', 'query', 'schema'],
        // Beside the panel it is among the pages above.
        visible: !hasDocsPanel && (project?.abilities.includes('database:write') ?? false),
        run: go(`/project/${project?.ref}/api/graphiql`),
      },
      ...(projects ?? []).map((entry) => ({
        id: `project:${entry.ref}`,
        title: entry.name,
        group: 'Projects',
        keywords: [entry.ref],
        // The open page of the API docs may be about what another project has not.
        run: () => void navigate({ to: `/project/${entry.ref}`, search: { apiDocs: undefined } }),
      })),
      ...(organizations ?? []).map((entry) => ({
        id: `organization:${entry.slug}`,
        title: entry.name,
        group: 'Organizations',
        keywords: [entry.slug],
        run: go(`/org/${entry.slug}`),
      })),
      {
        id: 'new-organization',
        title: 'New organization',
        group: 'Organizations',
        visible: canCreate,
        run: go('/new'),
      },
      { id: 'account', title: 'Account', group: 'Account', run: go('/account/me') },
      {
        id: 'feature-previews',
        title: 'Feature previews',
        group: 'Account',
        keywords: ['beta', 'experimental'],
        run: onPreviews,
      },
      {
        id: 'privacy',
        title: 'Privacy settings',
        group: 'Account',
        keywords: ['consent', 'telemetry', 'cookies'],
        run: onPrivacy,
      },
      {
        id: 'support',
        title: 'Contact support',
        group: 'Account',
        keywords: ['help', 'ticket', 'bug'],
        visible: canAskSupport,
        run: go('/support/new'),
      },
      { id: 'sign-out', title: 'Sign out', group: 'Account', run: onSignOut },
      ...THEMES.map((theme) => ({
        id: `theme:${theme}`,
        title: `Theme: ${THEME_NAMES[theme]}`,
        group: 'Account',
        run: () => setTheme(theme),
      })),
    ]
    return list
  }, [
    navigate,
    openDocs,
    hasDocsPanel,
    place,
    pages,
    project,
    projects,
    organizations,
    canCreate,
    canAskSupport,
    onSearch,
    onConnect,
    onPreviews,
    onPrivacy,
    onSignOut,
  ])
  useRegisterActions(actions)
  return null
}
