import type { Project, ProjectStatus } from '@stoa/contract/platform/projects'
import { classNames } from '../lib/class-names.ts'
import { StatusDot, type StatusTone } from '../ui/display/status-dot.tsx'

const STATUSES: Record<ProjectStatus, { label: string; tone: StatusTone }> = {
  ACTIVE_HEALTHY: { label: 'Active', tone: 'success' },
  ACTIVE_UNHEALTHY: { label: 'Unhealthy', tone: 'danger' },
  COMING_UP: { label: 'Starting', tone: 'accent' },
  UNKNOWN: { label: 'Unknown', tone: 'neutral' },
  INACTIVE: { label: 'Paused', tone: 'neutral' },
  GOING_DOWN: { label: 'Deleting', tone: 'accent' },
  INIT_FAILED: { label: 'Creation failed', tone: 'danger' },
  REMOVED: { label: 'Deleted', tone: 'neutral' },
  RESTARTING: { label: 'Restarting', tone: 'accent' },
  RESTORING: { label: 'Restoring', tone: 'accent' },
  RESTORE_FAILED: { label: 'Restore failed', tone: 'danger' },
  UPGRADING: { label: 'Upgrading', tone: 'accent' },
  PAUSING: { label: 'Pausing', tone: 'accent' },
  PAUSE_FAILED: { label: 'Pause failed', tone: 'danger' },
  RESIZING: { label: 'Resizing', tone: 'accent' },
}

export const statusLabel = (status: ProjectStatus) => STATUSES[status].label

type StatusProps = { project: Pick<Project, 'status' | 'compute'>; className?: string }

/** A dot and a word. A sleeping project is active, because its next request wakes it. */
export function ProjectStatusLabel({ project, className }: StatusProps) {
  const { label, tone } = STATUSES[project.status]
  const isAsleep = project.status === 'ACTIVE_HEALTHY' && project.compute === 'sleeping'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-xs whitespace-nowrap',
        className,
      )}
    >
      <StatusDot tone={tone} className={classNames(isAsleep && 'opacity-50')} />
      {isAsleep ? 'Sleeping' : label}
    </span>
  )
}
