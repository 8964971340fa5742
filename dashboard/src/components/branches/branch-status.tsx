import type { Branch } from '@stoa/contract/platform/branches'
import { ProjectStatusLabel } from '../project-status.tsx'

/** The status of a branch, and the reason if its copy failed. */
export function BranchStatus({ branch: { status, failure } }: { branch: Branch }) {
  return (
    <span aria-live="polite">
      <ProjectStatusLabel project={{ status, compute: 'running' }} />
      {failure && (
        <span
          className="block truncate text-xs text-danger-text"
          title={[failure.message, failure.hint ?? ''].join(' ')}
        >
          {failure.message}
        </span>
      )}
    </span>
  )
}
