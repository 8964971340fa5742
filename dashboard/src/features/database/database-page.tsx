import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

const OBJECTS = [
  { to: '/project/$ref/database/functions', label: 'Functions' },
  { to: '/project/$ref/database/views', label: 'Views' },
  { to: '/project/$ref/database/triggers', label: 'Triggers' },
  { to: '/project/$ref/database/event-triggers', label: 'Event triggers' },
  { to: '/project/$ref/database/policies', label: 'Policies' },
  { to: '/project/$ref/database/types', label: 'Enumerated types' },
  { to: '/project/$ref/database/custom-types', label: 'Custom types' },
  { to: '/project/$ref/database/sequences', label: 'Sequences' },
  { to: '/project/$ref/database/indexes', label: 'Indexes' },
  { to: '/project/$ref/database/schemas', label: 'Schemas' },
  { to: '/project/$ref/database/extensions', label: 'Extensions' },
  { to: '/project/$ref/database/publications', label: 'Publications' },
  { to: '/project/$ref/database/replication-slots', label: 'Replication slots' },
  { to: '/project/$ref/database/roles', label: 'Roles' },
  { to: '/project/$ref/database/parameters', label: 'Parameters' },
  { to: '/project/$ref/database/migrations', label: 'Migrations' },
  { to: '/project/$ref/database/activity', label: 'Activity' },
] as const

type DatabasePageProps = {
  projectRef: string
  title: string
  description: ReactNode
  /** The primary action, for members who can change the database. */
  action?: ReactNode
  children: (access: { canWrite: boolean }) => ReactNode
}

/** The frame of the pages that list the objects of a database. */
export function DatabasePage({
  projectRef,
  title,
  description,
  action,
  children,
}: DatabasePageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle(title, project?.name)
  if (!project) return null
  const canWrite = can('database:write')
  return (
    <Page>
      <PageHeader title={title} description={description} action={canWrite && action} />
      <Tabs projectRef={projectRef} />
      {can('database:read') ? (
        children({ canWrite })
      ) : (
        <Forbidden missing="database:read">This page shows objects of the database.</Forbidden>
      )}
    </Page>
  )
}

function Tabs({ projectRef }: { projectRef: string }) {
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    // On a narrow window, the links scroll: the current one must be in sight.
    const links = nav.current?.querySelectorAll('a') ?? []
    const current = [...links].find(({ pathname }) => pathname === path)
    current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [path])
  return (
    <nav ref={nav} aria-label="Database objects" className="mb-4 overflow-x-auto border-b">
      <ul className="flex gap-4">
        {OBJECTS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ ref: projectRef }}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex h-8 items-center border-b border-transparent whitespace-nowrap text-muted transition-colors hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
