import type { AlertMessage } from '@stoa/contract/services/alerts/channels'
import { StatusDot, type StatusTone } from '../../ui/display/status-dot.tsx'

const STATES: Readonly<Record<AlertMessage['state'], { label: string; tone: StatusTone }>> = {
  pending: { label: 'Waiting', tone: 'warning' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** The delivery of a message. One that has failed before waits for its next attempt. */
export function MessageState({ message: { state, attempts } }: { message: AlertMessage }) {
  const { label, tone } = STATES[state]
  return (
    <span className="flex items-center gap-2">
      <StatusDot tone={tone} />
      {state === 'pending' && attempts > 0 ? 'Retrying' : label}
    </span>
  )
}
