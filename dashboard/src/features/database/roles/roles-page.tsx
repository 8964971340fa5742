import type { LockedBy } from '@stoa/contract/services/meta/objects'
import type { DatabaseRole } from '@stoa/contract/services/meta/privileges'
import { useState, type ReactNode } from 'react'
import { SearchField } from '../../../components/list/search-field.tsx'
import { useOpenPanel } from '../../../components/list/use-open-panel.ts'
import { useSearchParam } from '../../../components/list/use-search-param.ts'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useRoles } from '../../../data/resources/services/meta/column-privileges.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { objectAddress } from '../object-address.ts'
import { DatabasePage } from '../database-page.tsx'
import { ChangeDialog } from '../list/drop-dialog.tsx'
import { ObjectTable, type ListColumn, type RowAction } from '../list/object-list.tsx'
import { RoleSheet } from './role-sheet.tsx'
import { Option } from '../../../components/form/option.tsx'

/** The roles of the database, with the platform's roles listed separately. */
export function RolesPage({ projectRef }: { projectRef: string }) {
  const { panel, open, close } = useOpenPanel(['new', 'edit'])
  const [dropped, setDropped] = useState<DatabaseRole>()
  const { value: search, field } = useSearchParam('search')
  const roles = useRoles(projectRef)
  const { data } = roles
  const shown = data?.find(({ id }) => String(id) === panel?.id)
  const create = (
    <Button variant="primary" onClick={() => open('new')}>
      New role
    </Button>
  )
  const actionsOf = (role: DatabaseRole): RowAction[] => [
    { label: 'Edit', onSelect: () => open('edit', role.id) },
    { label: 'Delete role', variant: 'danger', onSelect: () => setDropped(role) },
  ]
  const part = search.toLowerCase()
  const found = (data ?? [])
    .filter(({ name }) => name.toLowerCase().includes(part))
    .map((role) => ({ ...role, locked_by: lockOf(role) }))
  const connections = (data ?? []).reduce((sum, role) => sum + role.active_connections, 0)
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Roles"
      description="Roles sign in to the database and hold its privileges. They are separate from organization members."
      action={create}
    >
      {({ canWrite }) => (
        <>
          <QueryList
            label="roles"
            query={roles}
            isSearched={part !== ''}
            noResults={`No role contains “${search}”.`}
            found={part !== '' && found.length === 0 ? [] : data}
            toolbar={
              <div className="flex flex-wrap items-center justify-between gap-3">
                <SearchField label="Search roles" field={field} />
                <p className="text-xs text-muted">{formatCount(connections)} connections</p>
              </div>
            }
            empty={{ title: 'No roles', description: 'The database has no roles.' }}
          >
            {() =>
              GROUPS.map(({ title, isManaged }) => (
                <section
                  key={title}
                  className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 first-of-type:mt-0"
                >
                  <h2 className="text-sm font-medium">{title}</h2>
                  <RoleTable
                    projectRef={projectRef}
                    title={title}
                    isManaged={isManaged}
                    roles={found.filter((role) => role.is_managed === isManaged)}
                    canChange={canWrite && !isManaged}
                    actions={actionsOf}
                    none={
                      <NoRoles isSearched={part !== ''} action={canWrite && !isManaged && create} />
                    }
                  />
                </section>
              ))
            }
          </QueryList>
          {panel?.kind === 'new' && canWrite && (
            <RoleSheet projectRef={projectRef} onClose={close} />
          )}
          {panel?.kind === 'edit' && shown && canWrite && !shown.is_managed && (
            <RoleSheet projectRef={projectRef} role={shown} onClose={close} />
          )}
          {dropped && (
            <DropRoleDialog
              projectRef={projectRef}
              role={dropped}
              onClose={() => setDropped(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

type RoleTableProps = {
  projectRef: string
  title: string
  isManaged: boolean
  roles: readonly (DatabaseRole & { locked_by: LockedBy | null })[]
  canChange: boolean
  actions: (role: DatabaseRole) => RowAction[]
  /** Shown in place of an empty table. */
  none: ReactNode
}

function RoleTable({ projectRef, title, isManaged, roles, none, ...table }: RoleTableProps) {
  if (roles.length === 0) return none
  return (
    <ObjectTable
      {...table}
      label={title}
      items={roles}
      columns={COLUMNS}
      detail={(role) => attributesOf(role).join(', ') || 'No attributes'}
      {...(!isManaged && {
        editing: { projectRef, catalog: 'pg_authid', address: objectAddress.role },
      })}
    />
  )
}

const GROUPS = [
  { title: 'Your roles', isManaged: false },
  { title: 'Managed by the platform', isManaged: true },
] as const

const lockOf = ({ is_managed, can_change }: DatabaseRole): LockedBy | null =>
  can_change || is_managed ? null : 'owner'

type NoRolesProps = { isSearched: boolean; action: ReactNode }

function NoRoles({ isSearched, action }: NoRolesProps) {
  if (isSearched) return <p className="text-xs text-muted">No results</p>
  return (
    <EmptyState
      title="No roles of your own yet"
      description="Create a role for an app or a person that connects to the database directly."
      action={action}
    />
  )
}

const COLUMNS: readonly ListColumn<DatabaseRole>[] = [
  {
    header: 'Connections',
    align: 'right',
    className: 'w-28 tabular-nums',
    cell: ({ active_connections, connection_limit }) =>
      connection_limit < 0
        ? formatCount(active_connections)
        : `${formatCount(active_connections)} / ${formatCount(connection_limit)}`,
  },
]

const attributesOf = (role: DatabaseRole): string[] => [
  ...(role.is_superuser ? ['superuser'] : []),
  ...(role.can_login ? ['login'] : []),
  ...(role.can_create_db ? ['create database'] : []),
  ...(role.can_create_role ? ['create role'] : []),
  ...(role.is_replication_role ? ['replication'] : []),
  ...(role.can_bypass_rls ? ['bypass RLS'] : []),
]

type DropRoleDialogProps = { projectRef: string; role: DatabaseRole; onClose: () => void }

function DropRoleDialog({ projectRef, role, onClose }: DropRoleDialogProps) {
  const [isTransferred, setIsTransferred] = useState(false)
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Delete the role “${role.name}”?`}
      description="Clients that sign in with it lose access. This can’t be undone."
      confirmLabel="Delete role"
      success="Role deleted"
      change={{ kind: 'drop_role', name: role.name, transfers_objects: isTransferred }}
      onClose={onClose}
    >
      <Option checked={isTransferred} onChange={(next) => setIsTransferred(next)}>
        First transfer its objects to postgres and revoke its privileges
      </Option>
    </ChangeDialog>
  )
}
