import type { Webhook } from '@stoa/contract/services/webhook-endpoints'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/quantities.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

export type WebhookAction = 'edit' | 'deliveries' | 'reveal' | 'rotate' | 'delete'

/** A column that only webhooks of one kind have. */
export type WebhookColumn<Kind> = {
  label: string
  /** Classes of the header and the cells. */
  className: string
  cell: (webhook: Kind) => ReactNode
}

type WebhookTableProps<Kind> = {
  webhooks: readonly Kind[]
  columns: readonly WebhookColumn<Kind>[]
  canWrite: boolean
  canReveal: boolean
  onAction: (action: WebhookAction, webhook: Kind) => void
}

export function WebhookTable<Kind extends Webhook & { url: string }>({
  webhooks,
  columns,
  canWrite,
  canReveal,
  onAction,
}: WebhookTableProps<Kind>) {
  return (
    <Table aria-label="Webhooks" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden sm:table-cell">URL</TableHeader>
          {columns.map(({ label, className }) => (
            <TableHeader key={label} className={className}>
              {label}
            </TableHeader>
          ))}
          <TableHeader align="right" className="hidden w-24 sm:table-cell">
            Waiting
          </TableHeader>
          <ActionsHeader className="w-12" />
        </TableRow>
      </TableHead>
      <TableBody>
        {webhooks.map((webhook) => (
          <TableRow key={webhook.id}>
            <TableCell className="py-1.5">
              <div className="flex items-center gap-2">
                <button
                  type="button"
                  className="min-w-0 truncate hover:underline"
                  title={webhook.name}
                  onClick={() => onAction('deliveries', webhook)}
                >
                  {webhook.name}
                </button>
                {!webhook.enabled && <Badge>Disabled</Badge>}
              </div>
              <div className="truncate font-mono text-muted sm:hidden">{webhook.url}</div>
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs sm:table-cell"
              title={webhook.url}
            >
              {webhook.url}
            </TableCell>
            {columns.map(({ label, className, cell }) => (
              <TableCell key={label} className={className}>
                {cell(webhook)}
              </TableCell>
            ))}
            <TableCell align="right" className="hidden text-muted tabular-nums sm:table-cell">
              {formatCount(webhook.pending)}
            </TableCell>
            <TableCell align="right" className="pr-1.5">
              <ActionsMenu subject={webhook.name}>
                <DropdownMenuItem onSelect={() => onAction('deliveries', webhook)}>
                  Deliveries
                </DropdownMenuItem>
                {canWrite && (
                  <>
                    <DropdownMenuItem onSelect={() => onAction('edit', webhook)}>
                      Edit
                    </DropdownMenuItem>
                    {canReveal && (
                      <DropdownMenuItem onSelect={() => onAction('reveal', webhook)}>
                        Reveal signing secret
                      </DropdownMenuItem>
                    )}
                    <DropdownMenuItem onSelect={() => onAction('rotate', webhook)}>
                      Rotate signing secret
                    </DropdownMenuItem>
                    <DropdownMenuSeparator />
                    <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', webhook)}>
                      Delete webhook
                    </DropdownMenuItem>
                  </>
                )}
              </ActionsMenu>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
