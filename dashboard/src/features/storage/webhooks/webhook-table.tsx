import type { StorageWebhook } from '@stoa/contract/services/storage/webhooks'
import { formatCount } from '../../../lib/quantities.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/dropdown-menu.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/table.tsx'

export type WebhookAction = 'edit' | 'deliveries' | 'rotate' | 'delete'

type WebhookTableProps = {
  webhooks: readonly StorageWebhook[]
  canWrite: boolean
  onAction: (action: WebhookAction, webhook: StorageWebhook) => void
}

export function WebhookTable({ webhooks, canWrite, onAction }: WebhookTableProps) {
  return (
    <Table aria-label="Webhooks" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden sm:table-cell">URL</TableHeader>
          <TableHeader className="hidden md:table-cell">Files</TableHeader>
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
                {!webhook.enabled && <Badge>Off</Badge>}
              </div>
            </TableCell>
            <TableCell
              className="hidden truncate font-mono text-xs sm:table-cell"
              title={webhook.url}
            >
              {webhook.url}
            </TableCell>
            <TableCell className="hidden truncate text-muted md:table-cell">
              {webhook.bucket ?? 'All buckets'}
              {webhook.prefix !== '' && <span className="font-mono"> /{webhook.prefix}</span>}
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
                    <DropdownMenuItem onSelect={() => onAction('rotate', webhook)}>
                      Rotate secret
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
