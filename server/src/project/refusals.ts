import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { AppError } from '../lib/errors.ts'

export const notFound = (): AppError =>
  new AppError('project_not_found', 'This project does not exist.', { status: 404 })

export const paused = (): AppError =>
  new AppError('project_paused', 'The project is paused.', {
    status: 540,
    hint: 'Resume it in the dashboard, then try again.',
  })

/** 503: the project cannot serve requests right now; `reason` is the failure that caused it. */
export const notReady = (
  status: ProjectStatus,
  reason?: { readonly message: string; readonly hint?: string | null | undefined },
): AppError =>
  new AppError(
    'project_not_ready',
    reason ? `The project is not available: ${reason.message}` : `The project is ${status}.`,
    {
      status: 503,
      hint: reason?.hint ?? 'Try again in a few seconds.',
      retryAfter: reason ? 5 : 2,
    },
  )
