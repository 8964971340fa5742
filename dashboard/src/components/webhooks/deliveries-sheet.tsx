import type { Webhook, WebhookDelivery } from '@stoa/contract/services/webhook-endpoints'
import {
  useRedeliverWebhook,
  useTestWebhook,
  useWebhookDeliveries,
  type WebhookSource,
} from '../../data/resources/services/webhook-endpoints.ts'
import { QueryList } from '../list/query-list.tsx'
import { Time } from '../time.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'

type DeliveriesSheetProps = {
  projectRef: string
  webhook: Webhook
  source: WebhookSource
  canWrite: boolean
  onClose: () => void
}

/** The latest deliveries of a webhook, with the last response to each. */
export function DeliveriesSheet({
  projectRef,
  webhook,
  source,
  canWrite,
  onClose,
}: DeliveriesSheetProps) {
  const deliveries = useWebhookDeliveries(source, projectRef, webhook.id)
  const test = useTestWebhook(source, projectRef, webhook.id)
  const redeliver = useRedeliverWebhook(source, projectRef, webhook.id)
  return (
    <Sheet open size="lg" title={`Deliveries of ${webhook.name}`} onClose={onClose}>
      <SheetBody className="grid content-start gap-4">
        {canWrite && (
          <div className="flex flex-wrap items-center gap-3">
            <Button disabled={test.isPending || !webhook.enabled} onClick={() => test.mutate()}>
              Send test event
            </Button>
            {!webhook.enabled && <p className="text-xs text-muted">The webhook is disabled.</p>}
          </div>
        )}
        <QueryList
          label="deliveries"
          query={deliveries}
          empty={{ title: 'No deliveries yet', description: 'Events appear here within seconds.' }}
        >
          {(items) => (
            <ul aria-label="Deliveries" className="divide-y border-y">
              {items.map((delivery) => (
                <Delivery
                  key={delivery.id}
                  delivery={delivery}
                  onRedeliver={
                    canWrite && delivery.state !== 'pending'
                      ? () => redeliver.mutate(delivery.id)
                      : undefined
                  }
                />
              ))}
            </ul>
          )}
        </QueryList>
      </SheetBody>
    </Sheet>
  )
}

const STATES = {
  pending: { label: 'Waiting', variant: 'neutral' },
  delivered: { label: 'Delivered', variant: 'success' },
  dead: { label: 'Failed', variant: 'danger' },
} as const

type DeliveryProps = {
  delivery: WebhookDelivery
  onRedeliver: (() => void) | undefined
}

function Delivery({ delivery, onRedeliver }: DeliveryProps) {
  const { event, state, attempts, last_status: status, last_response: response } = delivery
  const { label, variant } = STATES[state]
  const outcome = status === null ? delivery.last_error : `HTTP status ${status}`
  return (
    <li className="grid gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={variant}>{label}</Badge>
        <code className="text-xs">{event}</code>
        <span className="text-xs text-muted">
          <Time date={delivery.created_at} />
        </span>
        {onRedeliver && (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={onRedeliver}>
            Redeliver
          </Button>
        )}
      </div>
      {outcome !== null && (
        <p className="text-xs text-muted">
          {outcome}, {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        </p>
      )}
      <details className="text-xs">
        <summary className="cursor-pointer text-muted">Request and response</summary>
        <pre className="mt-1.5 overflow-x-auto rounded-sm bg-sunken p-2 whitespace-pre-wrap break-all">
          {delivery.body}
        </pre>
        {response !== null && response !== '' && (
          <pre className="mt-1.5 overflow-x-auto rounded-sm bg-sunken p-2 whitespace-pre-wrap break-all">
            {response}
          </pre>
        )}
      </details>
    </li>
  )
}
