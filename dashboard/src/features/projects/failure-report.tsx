import type { ProjectFailure } from '@stoa/contract/platform/projects'
import { classNames } from '../../lib/class-names.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

type FailureReportProps = { failure: ProjectFailure; className?: string | undefined }

/** Shows the server's explanation of why a project failed and what to do about it. */
export function FailureReport({ failure, className }: FailureReportProps) {
  return (
    <ErrorState
      message={failure.message}
      hint={failure.hint}
      details={`code: ${failure.code}\nat: ${failure.failed_at}\nmessage: ${failure.message}`}
      className={classNames('border-0 bg-transparent p-0', className)}
    />
  )
}
