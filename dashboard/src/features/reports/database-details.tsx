import type { ProjectDetail } from '@stoa/contract/platform/projects'
import type { DatabaseSession, TableSize } from '@stoa/contract/services/meta/activity'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { useSessions, useTableSizes } from '../../data/resources/services/meta/activity.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'

const MAX_TABLES = 10

/** The largest tables and the connections of a running database. Reading them would wake it. */
export function DatabaseDetails({ project }: { project: ProjectDetail }) {
  if (!project.abilities.includes('database:read')) return null
  if (project.compute !== 'running')
    return (
      <p className="text-xs text-muted">
        The largest tables and the connections by role appear here while the database is running.
      </p>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
      <LargestTables projectRef={project.ref} />
      <RoleConnections projectRef={project.ref} />
    </div>
  )
}

function LargestTables({ projectRef }: { projectRef: string }) {
  const sizes = useTableSizes(projectRef, { search: '', sort: 'total_bytes' })
  const items = sizes.data?.pages[0]?.items.slice(0, MAX_TABLES)
  return (
    <Detail title="Largest tables" link={{ projectRef, view: 'sizes' }}>
      <QueryList
        label="tables"
        query={{ ...sizes, data: items }}
        empty={{ title: 'No tables yet', description: 'Tables appear here by size.' }}
      >
        {(tables) => (
          <RecordTable
            label="Largest tables"
            items={tables}
            nameOf={nameOf}
            columns={TABLE_COLUMNS}
          />
        )}
      </QueryList>
    </Detail>
  )
}

const nameOf = ({ schema, name }: TableSize) => `${schema}.${name}`

const NUMBER = { align: 'right', className: 'w-24', textClassName: 'tabular-nums' } as const

const TABLE_COLUMNS: readonly RecordColumn<TableSize>[] = [
  {
    header: 'Table',
    isRowHeader: true,
    textClassName: 'truncate font-mono text-xs',
    cell: nameOf,
    title: nameOf,
  },
  {
    ...NUMBER,
    header: 'Rows',
    cell: ({ estimated_rows: rows }) => `~${formatCount(Math.max(0, rows))}`,
  },
  { ...NUMBER, header: 'Size', cell: ({ total_bytes: bytes }) => formatBytes(bytes) },
]

type RoleRow = { id: string; connections: number; active: number }

function RoleConnections({ projectRef }: { projectRef: string }) {
  const sessions = useSessions(projectRef)
  return (
    <Detail title="Connections by role" link={{ projectRef, view: 'sessions' }}>
      <QueryList
        label="connections"
        query={{ ...sessions, data: sessions.data && rolesOf(sessions.data.sessions) }}
        empty={{
          title: 'No connections',
          description: 'Roles appear here while they are connected.',
        }}
      >
        {(roles) => (
          <RecordTable
            label="Connections by role"
            items={roles}
            nameOf={({ id }) => id}
            columns={ROLE_COLUMNS}
          />
        )}
      </QueryList>
    </Detail>
  )
}

const ROLE_COLUMNS: readonly RecordColumn<RoleRow>[] = [
  {
    header: 'Role',
    isRowHeader: true,
    textClassName: 'truncate font-mono text-xs',
    cell: ({ id }) => id,
  },
  { ...NUMBER, header: 'Active', cell: ({ active }) => formatCount(active) },
  {
    ...NUMBER,
    header: 'Connections',
    className: 'w-28',
    cell: ({ connections }) => formatCount(connections),
  },
]

/** Client sessions by role, the most first. Processes of the server itself have no state. */
export function rolesOf(
  sessions: readonly Pick<DatabaseSession, 'role' | 'state'>[],
): readonly RoleRow[] {
  const roles = new Map<string, RoleRow>()
  for (const { role, state } of sessions) {
    if (role === null || state === null) continue
    const row = roles.get(role) ?? { id: role, connections: 0, active: 0 }
    row.connections += 1
    if (state === 'active') row.active += 1
    roles.set(role, row)
  }
  return [...roles.values()].toSorted((a, b) => b.connections - a.connections)
}

type DetailProps = {
  title: string
  link: { projectRef: string; view: 'sizes' | 'sessions' }
  children: ReactNode
}

const Detail = ({ title, link, children }: DetailProps) => (
  <section aria-label={title} className="min-w-0">
    <div className="mb-2 flex items-baseline justify-between gap-3">
      <h2 className="font-semibold">{title}</h2>
      <Link
        to="/project/$ref/database/activity"
        params={{ ref: link.projectRef }}
        search={{ view: link.view }}
        className="text-xs text-accent-text hover:underline"
      >
        Activity
      </Link>
    </div>
    {children}
  </section>
)
