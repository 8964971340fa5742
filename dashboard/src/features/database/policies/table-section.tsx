import type { Policy } from '@stoa/contract/services/meta/catalogue'
import type { TablePolicies } from '@stoa/contract/services/meta/objects'
import { PolicyList } from '../../../components/policies/policy-list.tsx'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DropdownMenuItem } from '../../../ui/menus/dropdown-menu.tsx'
import { LOCKED, LockMark } from '../list/object-list.tsx'

export type TableAction = 'new' | 'test' | 'enable' | 'disable'

type TableSectionProps = {
  table: TablePolicies
  canWrite: boolean
  onAction: (action: TableAction) => void
  onEdit: (policy: Policy) => void
  onComment: (policy: Policy) => void
  onDelete: (policy: Policy) => void
}

/** One table with the state of its row level security and its policies. */
export function TableSection({ table, canWrite, onAction, ...onPolicy }: TableSectionProps) {
  const { name, policies, rls_enabled, locked_by } = table
  const canChange = canWrite && locked_by === null
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)]">
      <header className="flex min-h-8 items-center gap-2 border-b pb-1">
        <h2 className="min-w-0 truncate font-mono font-medium" title={name}>
          {name}
        </h2>
        <TableState table={table} />
        <TableActions table={table} canWrite={canWrite} onAction={onAction} />
      </header>
      {!rls_enabled && (
        <p className="pt-2 text-xs text-warning-text">
          Its policies don’t apply while row level security is disabled.
        </p>
      )}
      <PolicyList
        label={`Policies on ${name}`}
        policies={policies}
        {...(canChange && { actions: onPolicy })}
      />
    </section>
  )
}

type TableRowProps = Pick<TableSectionProps, 'table' | 'canWrite' | 'onAction'>

/** One line for a table without policies. */
export function TableWithoutPolicies(props: TableRowProps) {
  const { name } = props.table
  return (
    <li aria-label={name} className="flex min-h-10 items-center gap-2 px-3">
      <span className="min-w-0 truncate font-mono text-xs" title={name}>
        {name}
      </span>
      <TableState table={props.table} />
      <TableActions {...props} />
    </li>
  )
}

const TableState = ({
  table: { rls_enabled, rls_forced, locked_by },
}: {
  table: TablePolicies
}) => (
  <>
    {locked_by && <LockMark reason={LOCKED[locked_by]} />}
    <Badge variant={rls_enabled ? 'success' : 'warning'}>
      {rls_enabled ? 'RLS enabled' : 'RLS disabled'}
    </Badge>
    {rls_forced && <Badge className="hidden sm:inline-flex">Forced for the owner</Badge>}
  </>
)

function TableActions({
  table: { name, rls_enabled, locked_by },
  canWrite,
  onAction,
}: TableRowProps) {
  if (!canWrite || locked_by !== null) return null
  return (
    <div className="ml-auto flex items-center gap-1">
      <Button size="sm" aria-label={`New policy on ${name}`} onClick={() => onAction('new')}>
        New policy
      </Button>
      <ActionsMenu subject={name}>
        <DropdownMenuItem onSelect={() => onAction('test')}>Test policies</DropdownMenuItem>
        {rls_enabled ? (
          <DropdownMenuItem variant="danger" onSelect={() => onAction('disable')}>
            Disable row level security
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem onSelect={() => onAction('enable')}>
            Enable row level security
          </DropdownMenuItem>
        )}
      </ActionsMenu>
    </div>
  )
}
