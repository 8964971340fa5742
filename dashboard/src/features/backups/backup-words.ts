import type { Backup } from '@stoa/contract/platform/backups'
import type { StatusTone } from '../../ui/display/status-dot.tsx'

type Words = { label: string; tone: StatusTone }

export const STATUSES: Record<Backup['status'], Words> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'In progress', tone: 'accent' },
  complete: { label: 'Complete', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

export const nameOfBackup = ({ name }: Pick<Backup, 'name'>): string => name ?? 'Scheduled backup'
