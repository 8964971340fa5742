import { Link, useNavigate } from '@tanstack/react-router'
import { Cable, Menu, Search } from 'lucide-react'
import { useLandingPath } from '../../data/resources/platform/landing.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { useProject, useProjects } from '../../data/resources/platform/projects.ts'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { classNames } from '../../lib/class-names.ts'
import { rootProject } from '../../lib/root-project.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { AdvisorButton } from '../advisors/advisor-button.tsx'
import { NotificationsPopover } from '../notifications/notifications-popover.tsx'
import { closedPanels, usePanelOpener } from '../rooms/panel-link.ts'
import type { AccountMenuEntry, PanelOpener } from '../rooms/room.ts'
import { useRooms } from '../rooms/rooms-context.ts'
import { statusLabel } from '../project-status.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BranchSwitcher } from './branch-switcher.tsx'
import { Switcher } from './switcher.tsx'
import type { ProductArea } from './use-place.ts'

type TopBarProps = {
  place: ProductArea
  accountMenu: readonly AccountMenuEntry[]
  panels: readonly { parameter: string; opener: PanelOpener }[]
  onOpenNavigation: () => void
  onSearch: () => void
  onConnect: () => void
  onPreviews: () => void
  onShortcuts: () => void
  onSignOut: () => void
}

export function TopBar({ place, accountMenu, panels, ...on }: TopBarProps) {
  const openPanel = usePanelOpener()
  const can = useCapability()
  const landing = useLandingPath()
  return (
    <header className="fixed inset-x-0 top-(--banner-height) z-30 flex h-12 items-center gap-1 border-b bg-sunken px-2">
      <div className="md:hidden">
        <IconButton label="Open navigation" onClick={on.onOpenNavigation}>
          <Menu />
        </IconButton>
      </div>
      <Link
        to={landing}
        aria-label={can('organizations:list') ? 'All organizations' : 'Start page'}
        className="hidden size-8 shrink-0 place-items-center rounded-md hover:bg-hover sm:grid"
      >
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" className="size-5" aria-hidden>
          <path d="M3 5.5h18M3 19.5h18M6 5.5v14M12 5.5v14M18 5.5v14" strokeWidth="1.5" />
        </svg>
      </Link>
      {(place.kind === 'project' || place.kind === 'organization') && <Trail place={place} />}
      <div className="ml-auto flex shrink-0 items-center gap-1.5">
        {place.kind === 'project' && (
          <Button onClick={on.onConnect} aria-label="Connect">
            <Cable className="size-3.5 text-muted" />
            <span className="max-sm:hidden">Connect</span>
          </Button>
        )}
        {panels.map(
          ({ parameter, opener: { icon: Icon, title, shortcut, first } }) =>
            Icon && (
              <IconButton
                key={parameter}
                label={title}
                {...(shortcut && { shortcut })}
                onClick={() => openPanel({ parameter, first })}
              >
                <Icon />
              </IconButton>
            ),
        )}
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={on.onSearch}
          className="flex h-7 items-center gap-2 rounded-md border px-2 text-muted transition-colors hover:border-line-strong hover:text-text pointer-coarse:h-8"
        >
          <Search className="size-3.5" />
          <span className="pr-6 max-lg:sr-only">Search</span>
          <Kbd aria-hidden shortcut="Mod+K" className="max-md:hidden" />
        </button>
        {place.kind === 'project' && <AdvisorButton projectRef={place.ref} />}
        <NotificationsPopover />
        <AccountMenu
          entries={accountMenu}
          onPreviews={on.onPreviews}
          onShortcuts={on.onShortcuts}
          onSignOut={on.onSignOut}
        />
      </div>
    </header>
  )
}

const SLASH = (
  <span aria-hidden className="text-line-strong select-none">
    /
  </span>
)

function Trail({ place }: { place: Extract<ProductArea, { ref: string } | { slug: string }> }) {
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      {place.kind === 'project' ? (
        <ProjectTrail projectRef={place.ref} />
      ) : (
        <OrganizationSwitcher slug={place.slug} isLoading={false} />
      )}
    </div>
  )
}

type OrganizationSwitcherProps = {
  slug: string | undefined
  /** Whether the slug is still loading. */
  isLoading: boolean
}

function OrganizationSwitcher({ slug, isLoading }: OrganizationSwitcherProps) {
  const { data: organizations = [], isPending } = useOrganizations()
  const navigate = useNavigate()
  const can = useCapability()
  const options = organizations.map(({ slug: id, name, plan }) => ({
    id,
    name,
    ...(can('billing:read') && { detail: plan.name }),
  }))
  const all = {
    label: 'All organizations',
    onSelect: () => void navigate({ to: '/organizations' }),
  }
  const create = {
    label: 'New organization',
    isNew: true,
    onSelect: () => void navigate({ to: '/new' }),
  }
  return (
    <Switcher
      kind="Organization"
      current={options.find((option) => option.id === slug)}
      isLoading={isLoading || isPending}
      options={options}
      onSelect={(id) => void navigate({ to: '/org/$slug', params: { slug: id } })}
      footer={[
        ...(can('organizations:list') ? [all] : []),
        ...(can('organizations:create') ? [create] : []),
      ]}
    />
  )
}

function ProjectTrail({ projectRef }: { projectRef: string }) {
  const { data: project, isPending } = useProject(projectRef)
  const { data: projects = [] } = useProjects()
  const { data: organizations = [] } = useOrganizations()
  const navigate = useNavigate()
  const rooms = useRooms()
  const slug = project?.organization_slug
  const organization = organizations.find((candidate) => candidate.slug === slug)
  const root = rootProject(projects, projectRef)
  const isBranch = root !== projectRef
  const opened = projects.find(({ ref }) => ref === root) ?? project
  const siblings = projects
    .filter(
      (candidate) =>
        candidate.organization_slug === slug &&
        rootProject(projects, candidate.ref) === candidate.ref,
    )
    .map(({ ref, name, status }) => ({ id: ref, name, detail: statusLabel(status) }))
  const all = (of: string) => ({
    label: 'All projects',
    onSelect: () => void navigate({ to: '/org/$slug', params: { slug: of } }),
  })
  const create = slug && {
    label: 'New project',
    isNew: true,
    onSelect: () => void navigate({ to: '/new/$slug', params: { slug } }),
  }
  return (
    <>
      <div className="max-sm:hidden">
        <OrganizationSwitcher slug={slug} isLoading={isPending} />
      </div>
      <span className="max-sm:hidden">{SLASH}</span>
      <div className={isBranch ? 'min-w-0 max-sm:hidden' : 'min-w-0'}>
        <Switcher
          kind="Project"
          current={opened && project && { id: opened.ref, name: opened.name }}
          isLoading={isPending}
          options={siblings}
          onSelect={(ref) =>
            void navigate({ to: '/project/$ref', params: { ref }, search: closedPanels(rooms) })
          }
          footer={[
            ...(slug === undefined ? [] : [all(slug)]),
            ...(create && organization?.abilities.includes('project:create') ? [create] : []),
          ]}
        />
      </div>
      {project?.abilities.includes('branch:read') && (
        <div
          className={classNames(
            'flex min-w-0 items-center gap-0.5',
            // A narrow window has room for one of the names.
            !isBranch && 'max-sm:hidden',
          )}
        >
          <span className="max-sm:hidden">{SLASH}</span>
          <BranchSwitcher project={project} />
        </div>
      )}
    </>
  )
}
