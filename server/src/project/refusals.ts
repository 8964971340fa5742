import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { AppError } from '../lib/errors.ts'

export const projectNotFound = (): AppError =>
  new AppError('project_not_found', 'This project does not exist', {
    status: 404,
    hint: 'Check its ref, and that your account is a member of its organization.',
  })

export const paused = (): AppError =>
  new AppError('project_paused', 'The project is paused.', {
    status: 540,
    hint: 'Resume it in the dashboard, then try again.',
  })

/** 403: the project's members have disabled the API. */
export const dataApiDisabled = (message: string): AppError =>
  new AppError('data_api_disabled', message, {
    status: 403,
    hint: 'A member of the project can enable it under Settings → Data API.',
  })

/** 409: a project with this status does not take the command, and waiting does not help. */
export const commandRefused = (command: string, status: ProjectStatus): AppError =>
  new AppError('project_not_ready', `Cannot ${command} the project while it is ${status}.`, {
    status: 409,
    hint:
      status === 'INACTIVE'
        ? 'The project is paused. Resume it before any other change.'
        : 'Open the project in the dashboard. Its page shows what failed, and what you can do.',
  })

/** 400: the text is not a schedule; `hint` says which forms this place accepts. */
export const invalidSchedule = (text: string, hint: string): AppError =>
  new AppError('invalid_schedule', `“${text}” is not a valid schedule.`, { status: 400, hint })

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
