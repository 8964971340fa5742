import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'
import { Time } from '../../components/time.tsx'
import { formatCount } from '../../lib/quantities.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/dropdown-menu.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'

export type WebhookAction = 'edit' | 'deliveries' | 'reveal' | 'rotate' | 'delete'

type WebhookTableProps = {
  webhooks: readonly DatabaseWebhook[]
  canWrite: boolean
  onAction: (action: WebhookAction, webhook: DatabaseWebhook) => void
}

export function WebhookTable({ webhooks, canWrite, onAction }: WebhookTableProps) {
  return (
    <Table aria-label="Webhooks" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden sm:table-cell">URL</TableHeader>
          <TableHeader className="hidden md:table-cell">Table</TableHeader>
          <TableHeader className="hidden w-44 lg:table-cell">Last delivery</TableHeader>
          <TableHeader align="right" className="hidden w-24 sm:table-cell">
            Waiting
          </TableHeader>
          <TableHeader className="w-12">
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {webhooks.map((webhook) => (
          <TableRow key={webhook.id}>
            <TableCell>
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
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs sm:table-cell"
              title={webhook.url}
            >
              {webhook.url}
            </TableCell>
            <TableCell className="hidden truncate text-muted md:table-cell">
              {webhook.table === null ? (
                'The table was dropped'
              ) : (
                <code title={webhook.trigger ?? undefined}>
                  {webhook.schema}.{webhook.table}
                </code>
              )}
            </TableCell>
            <TableCell className="hidden lg:table-cell">
              {webhook.last_delivery ? (
                <span className="flex items-center gap-2">
                  <StatusDot
                    tone={webhook.last_delivery.state === 'delivered' ? 'success' : 'danger'}
                  />
                  <span className="min-w-0 truncate text-muted">
                    {webhook.last_delivery.state === 'delivered' ? 'Delivered ' : 'Failed '}
                    <Time date={webhook.last_delivery.ended_at} />
                  </span>
                </span>
              ) : (
                <span className="text-muted">None yet</span>
              )}
            </TableCell>
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
                    <DropdownMenuItem onSelect={() => onAction('reveal', webhook)}>
                      Reveal signing secret
                    </DropdownMenuItem>
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
