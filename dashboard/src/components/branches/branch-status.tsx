import type { Branch } from '@stoa/contract/platform/branches'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { ProjectStatusLabel } from '../project-status.tsx'

/** The status of a branch, and why its copy failed. */
export function BranchStatus({ branch: { status, failure } }: { branch: Branch }) {
  const label = <ProjectStatusLabel project={{ status, compute: 'running' }} />
  if (status === 'COMING_UP') return <span aria-live="polite">{label}</span>
  if (failure === null) return label
  const reason = failure.hint === null ? failure.message : `${failure.message} ${failure.hint}`
  return (
    <>
      <Tooltip content={reason}>
        <span tabIndex={0}>{label}</span>
      </Tooltip>
      <div className="truncate text-xs text-danger-text">{failure.message}</div>
    </>
  )
}
