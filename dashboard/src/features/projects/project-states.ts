import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { ProjectTransition } from '../../data/resources/projects.ts'

export type StateWords = {
  title: string
  description: string
  /** The transition that leaves this state. */
  wayOut?: { transition: ProjectTransition; label: string }
}

const again = { transition: 'retry', label: 'Try again' } as const

/** Texts for the states in which the database is unavailable. Undefined for the other states. */
const STATES: Partial<Record<ProjectStatus, StateWords>> = {
  COMING_UP: {
    title: 'Coming up',
    description: 'The database is being made and its services started.',
  },
  RESTARTING: { title: 'Restarting', description: 'Back in a moment.' },
  PAUSING: {
    title: 'Pausing',
    description: 'Connections are ending; the data stays.',
  },
  GOING_DOWN: {
    title: 'Going down',
    description: 'The project and everything in it is being removed.',
  },
  RESTORING: {
    title: 'Restoring',
    description: 'The database is being restored.',
  },
  UPGRADING: { title: 'Upgrading', description: 'Postgres is being upgraded.' },
  RESIZING: { title: 'Resizing', description: 'The compute size is changing.' },
  UNKNOWN: {
    title: 'State unknown',
    description: 'The project has not said how it is. It is asked every few seconds.',
  },
  INACTIVE: {
    title: 'Paused',
    description: 'Its data is kept and its API answers nothing until it is resumed.',
    wayOut: { transition: 'resume', label: 'Resume project' },
  },
  INIT_FAILED: {
    title: 'The project could not be created',
    description: 'Nothing was lost; it can be tried again.',
    wayOut: again,
  },
  PAUSE_FAILED: {
    title: 'The project could not be paused',
    description: 'Its data is untouched.',
    wayOut: again,
  },
  RESTORE_FAILED: {
    title: 'The restore failed',
    description: 'The database is not running.',
    wayOut: again,
  },
}

export const stateWords = (status: ProjectStatus): StateWords | undefined => STATES[status]

/** True while the database accepts connections, healthy or not. */
export const isUsable = (status: ProjectStatus): boolean =>
  status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY'
