import type { Policy } from '@stoa/contract/services/meta/catalogue'
import { Fragment } from 'react'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DropdownMenuItem } from '../../ui/menus/dropdown-menu.tsx'

type PolicyListProps = {
  label: string
  policies: readonly Policy[]
  /** Absent if policies are read-only. */
  actions?: PolicyActions | undefined
}

type PolicyActions = {
  onEdit: (policy: Policy) => void
  /** Absent if comments are read-only. */
  onComment?: (policy: Policy) => void
  onDelete: (policy: Policy) => void
}

/** Policies with their operations, roles and expressions. */
export function PolicyList({ label, policies, actions }: PolicyListProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] divide-y text-xs">
      {policies.map((policy) => (
        <li key={policy.name} className="flex items-start gap-2 py-2">
          <div className="grid min-w-0 flex-1 gap-1">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 font-medium break-words">{policy.name}</span>
              <Badge className="font-mono">{policy.command}</Badge>
              <span className="text-muted">
                {policy.roles.join(', ')}
                {!policy.is_permissive && ', restrictive'}
              </span>
            </div>
            {policy.comment !== null && <p className="break-words text-muted">{policy.comment}</p>}
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-0.5 text-muted">
              {policy.using !== null && <Expression term="using" text={policy.using} />}
              {policy.check !== null && <Expression term="check" text={policy.check} />}
            </dl>
          </div>
          {actions && (
            <ActionsMenu subject={policy.name}>
              <DropdownMenuItem onSelect={() => actions.onEdit(policy)}>Edit</DropdownMenuItem>
              {actions.onComment && (
                <DropdownMenuItem onSelect={() => actions.onComment?.(policy)}>
                  Edit comment
                </DropdownMenuItem>
              )}
              <DropdownMenuItem variant="danger" onSelect={() => actions.onDelete(policy)}>
                Delete policy
              </DropdownMenuItem>
            </ActionsMenu>
          )}
        </li>
      ))}
    </ul>
  )
}

const Expression = ({ term, text }: { term: string; text: string }) => (
  <Fragment>
    <dt>{term}</dt>
    <dd className="font-mono break-words text-text">{text}</dd>
  </Fragment>
)
