import type { RunStatus } from '@stoa/contract/services/cron/jobs'
import { Badge } from '../../ui/display/badge.tsx'

export const STATUS_LABELS: Readonly<Record<RunStatus, string>> = {
  starting: 'Starting',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
}

const VARIANTS = {
  starting: 'neutral',
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
} as const

export function RunStatusBadge({ status }: { status: RunStatus }) {
  return <Badge variant={VARIANTS[status]}>{STATUS_LABELS[status]}</Badge>
}
