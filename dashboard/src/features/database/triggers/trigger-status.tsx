import type { DatabaseTrigger } from '@stoa/contract/services/meta/objects'
import { Badge } from '../../../ui/display/badge.tsx'

const STATUS = {
  origin: { variant: 'success', label: 'Enabled' },
  always: { variant: 'success', label: 'Always' },
  replica: { variant: 'neutral', label: 'Replicas' },
  disabled: { variant: 'neutral', label: 'Disabled' },
} as const

/** Whether a trigger fires. */
export const TriggerStatus = ({ enabled }: Pick<DatabaseTrigger, 'enabled'>) => (
  <Badge variant={STATUS[enabled].variant}>{STATUS[enabled].label}</Badge>
)
