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
  const { name, policies, rls_enabled, rls_forced, locked_by } = table
  const canChange = canWrite && locked_by === null
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)]">
      <header className="flex min-h-8 items-center gap-2 border-b pb-1">
        <h2 className="min-w-0 truncate font-mono font-medium" title={name}>
          {name}
        </h2>
        {locked_by && <LockMark reason={LOCKED[locked_by]} />}
        <Badge variant={rls_enabled ? 'success' : 'warning'}>
          {rls_enabled ? 'RLS enabled' : 'RLS disabled'}
        </Badge>
        {rls_forced && <Badge className="hidden sm:inline-flex">Forced for the owner</Badge>}
        {canChange && (
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
        )}
      </header>
      {policies.length === 0 ? (
        <p className="py-2 text-xs text-muted">
          {rls_enabled
            ? 'No policies. Only secret keys and the owner can access its rows.'
            : 'No policies. Every role with privileges on the table can access all of its rows.'}
        </p>
      ) : (
        <>
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
        </>
      )}
    </section>
  )
}
