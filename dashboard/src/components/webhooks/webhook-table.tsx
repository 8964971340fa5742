import type { Webhook } from '@stoa/contract/services/webhook-endpoints'
import { formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import {
  NameButton,
  RecordTable,
  type RecordAction,
  type RecordColumn,
} from '../list/record-table.tsx'

export type WebhookAction = 'edit' | 'deliveries' | 'reveal' | 'rotate' | 'delete'

type WebhookTableProps<Kind> = {
  webhooks: readonly Kind[]
  /** The columns that only webhooks of one kind have. */
  columns: readonly RecordColumn<Kind>[]
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
  const actionsOf = (webhook: Kind): readonly RecordAction[] => {
    const action = (name: WebhookAction, label: string) => ({
      label,
      onSelect: () => onAction(name, webhook),
    })
    const deliveries = action('deliveries', 'Deliveries')
    if (!canWrite) return [deliveries]
    return [
      deliveries,
      action('edit', 'Edit'),
      ...(canReveal ? [action('reveal', 'Reveal signing secret')] : []),
      action('rotate', 'Rotate signing secret'),
      { ...action('delete', 'Delete webhook'), variant: 'danger' },
    ]
  }
  return (
    <RecordTable
      label="Webhooks"
      items={webhooks}
      nameOf={({ name }) => name}
      columns={[nameColumn(onAction), URL_COLUMN, ...columns, WAITING_COLUMN]}
      actions={actionsOf}
    />
  )
}

const nameColumn = <Kind extends Webhook & { url: string }>(
  onAction: WebhookTableProps<Kind>['onAction'],
): RecordColumn<Kind> => ({
  header: 'Name',
  textClassName: 'py-1.5',
  cell: (webhook) => (
    <>
      <NameButton
        beside={!webhook.enabled && <Badge>Disabled</Badge>}
        onClick={() => onAction('deliveries', webhook)}
      >
        {webhook.name}
      </NameButton>
      <div className="truncate font-mono text-muted sm:hidden">{webhook.url}</div>
    </>
  ),
})

const URL_COLUMN: RecordColumn<{ url: string }> = {
  header: 'URL',
  className: 'hidden sm:table-cell',
  textClassName: 'truncate font-mono text-xs',
  title: ({ url }) => url,
  cell: ({ url }) => url,
}

const WAITING_COLUMN: RecordColumn<Webhook> = {
  header: 'Waiting',
  align: 'right',
  className: 'hidden w-24 sm:table-cell',
  textClassName: 'text-muted tabular-nums',
  cell: ({ pending }) => formatCount(pending),
}
