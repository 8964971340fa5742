import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import { commandRefused } from '../../project/refusals.ts'

/** Events that a person requests. */
export const COMMANDS = [
  'pause',
  'resume',
  'restart',
  'retry',
  'resize',
  'restore',
  'retire',
  'recover',
  'remove',
] as const
/** Events that the fleet reports once work is done or has failed for good. */
export const REPORTS = [
  'came_up',
  'create_failed',
  'unhealthy',
  'paused',
  'pause_failed',
  'restored',
  'restore_failed',
  'remove_failed',
  'removed',
] as const
export type FleetCommand = (typeof COMMANDS)[number]
export type FleetEvent = FleetCommand | (typeof REPORTS)[number]
type Transition = ProjectStatus | 'ignore' | 'reject'
type Row = Readonly<Record<FleetEvent, Transition>>

// A report that no longer fits comes from work that a later command has superseded.
const overtaken = {
  came_up: 'ignore',
  create_failed: 'ignore',
  unhealthy: 'ignore',
  paused: 'ignore',
  pause_failed: 'ignore',
  restored: 'ignore',
  restore_failed: 'ignore',
  remove_failed: 'ignore',
  removed: 'ignore',
} as const satisfies Partial<Row>

/** Every project can be deleted, and only a deleted one can come back. */
const usual = {
  ...overtaken,
  retire: 'GOING_DOWN',
  recover: 'reject',
} as const satisfies Partial<Row>

/** A status with work in progress, which only removal interrupts. */
const busy = {
  ...usual,
  pause: 'reject',
  resume: 'reject',
  restart: 'reject',
  retry: 'reject',
  resize: 'reject',
  restore: 'reject',
  remove: 'GOING_DOWN',
} as const satisfies Row

/**
 * The outcome of every event in every status: the next status, `ignore` (already done or no longer
 * relevant), or `reject` (refused with 409). `README.md` describes the states.
 */
export const TRANSITIONS: Readonly<Record<ProjectStatus, Row>> = {
  COMING_UP: {
    ...busy,
    resume: 'ignore',
    retry: 'ignore',
    came_up: 'ACTIVE_HEALTHY',
    create_failed: 'INIT_FAILED',
    unhealthy: 'ACTIVE_UNHEALTHY',
  },
  ACTIVE_HEALTHY: {
    ...usual,
    pause: 'PAUSING',
    resume: 'ignore',
    restart: 'RESTARTING',
    retry: 'ignore',
    resize: 'RESIZING',
    restore: 'RESTORING',
    remove: 'GOING_DOWN',
    unhealthy: 'ACTIVE_UNHEALTHY',
  },
  ACTIVE_UNHEALTHY: {
    ...usual,
    pause: 'PAUSING',
    resume: 'RESTARTING',
    restart: 'RESTARTING',
    retry: 'RESTARTING',
    resize: 'RESIZING',
    restore: 'RESTORING',
    remove: 'GOING_DOWN',
    came_up: 'ACTIVE_HEALTHY',
    // The project shows the latest reason.
    unhealthy: 'ACTIVE_UNHEALTHY',
  },
  RESTARTING: {
    ...busy,
    resume: 'ignore',
    restart: 'ignore',
    retry: 'ignore',
    came_up: 'ACTIVE_HEALTHY',
    unhealthy: 'ACTIVE_UNHEALTHY',
  },
  PAUSING: {
    ...busy,
    pause: 'ignore',
    retry: 'ignore',
    paused: 'INACTIVE',
    pause_failed: 'PAUSE_FAILED',
  },
  PAUSE_FAILED: {
    ...usual,
    pause: 'PAUSING',
    resume: 'COMING_UP',
    restart: 'RESTARTING',
    retry: 'PAUSING',
    resize: 'ignore',
    restore: 'reject',
    remove: 'GOING_DOWN',
  },
  INACTIVE: {
    ...usual,
    pause: 'ignore',
    resume: 'COMING_UP',
    restart: 'reject',
    retry: 'reject',
    resize: 'ignore',
    restore: 'RESTORING',
    remove: 'GOING_DOWN',
  },
  INIT_FAILED: {
    ...usual,
    pause: 'reject',
    resume: 'COMING_UP',
    restart: 'reject',
    retry: 'COMING_UP',
    resize: 'ignore',
    restore: 'reject',
    remove: 'GOING_DOWN',
  },
  GOING_DOWN: {
    ...busy,
    retire: 'ignore',
    // Only while its data is kept, as the record says.
    recover: 'COMING_UP',
    retry: 'ignore',
    remove: 'ignore',
    remove_failed: 'GOING_DOWN',
    removed: 'REMOVED',
  },
  REMOVED: {
    ...usual,
    retire: 'ignore',
    pause: 'reject',
    resume: 'reject',
    restart: 'reject',
    retry: 'reject',
    resize: 'reject',
    restore: 'reject',
    remove: 'ignore',
  },
  UNKNOWN: {
    ...usual,
    pause: 'reject',
    resume: 'RESTARTING',
    restart: 'RESTARTING',
    retry: 'RESTARTING',
    resize: 'ignore',
    restore: 'reject',
    remove: 'GOING_DOWN',
    came_up: 'ACTIVE_HEALTHY',
    unhealthy: 'ACTIVE_UNHEALTHY',
  },
  RESTORING: {
    ...busy,
    // Its data could not be started again.
    retire: 'reject',
    restored: 'ACTIVE_HEALTHY',
    restore_failed: 'RESTORE_FAILED',
    // A restore of a paused project was canceled.
    paused: 'INACTIVE',
  },
  RESTORE_FAILED: {
    ...usual,
    pause: 'reject',
    resume: 'RESTARTING',
    restart: 'RESTARTING',
    retry: 'RESTARTING',
    resize: 'ignore',
    restore: 'RESTORING',
    remove: 'GOING_DOWN',
  },
  UPGRADING: { ...busy, came_up: 'ACTIVE_HEALTHY', unhealthy: 'ACTIVE_UNHEALTHY' },
  RESIZING: { ...busy, came_up: 'ACTIVE_HEALTHY', unhealthy: 'ACTIVE_UNHEALTHY' },
}

/** Statuses that end when a job is done. */
export const TRANSITIONAL: readonly ProjectStatus[] = [
  'COMING_UP',
  'RESTARTING',
  'PAUSING',
  'RESTORING',
  'RESIZING',
  'GOING_DOWN',
]

/** Statuses in which a project serves requests, waking up first if it is asleep. */
export const SERVING: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY']

const BUSY: readonly ProjectStatus[] = [...TRANSITIONAL, 'UPGRADING']

/** 409 for a rejected command: `project_busy` if waiting helps, else `project_not_ready`. */
export function refusal(status: ProjectStatus, command: FleetEvent): AppError {
  if (BUSY.includes(status))
    return new AppError('project_busy', `The project is busy (${status}).`, {
      status: 409,
      hint: 'Wait until it is done, then try again.',
      retryAfter: 2,
    })
  return commandRefused(command, status)
}
