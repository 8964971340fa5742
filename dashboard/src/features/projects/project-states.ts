import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { ProjectTransition } from '../../data/resources/platform/projects.ts'

export type StateWords = {
  title: string
  description: string
  /** The transition that leaves this state. */
  wayOut?: { transition: ProjectTransition; label: string }
}

const again = { transition: 'retry', label: 'Retry' } as const

/** Texts for the states in which the database is unavailable. Undefined for the other states. */
const STATES: Partial<Record<ProjectStatus, StateWords>> = {
  COMING_UP: {
    title: 'Starting',
    description: 'The database and its services are starting.',
  },
  RESTARTING: {
    title: 'Restarting',
    description: 'The database is restarting. Requests wait until it is back.',
  },
  PAUSING: {
    title: 'Pausing',
    description: 'Open connections are closed. Data is kept.',
  },
  GOING_DOWN: {
    title: 'Deleting',
    description: 'The project and all of its data are being deleted.',
  },
  RESTORING: {
    title: 'Restoring',
    description:
      'The database goes back to an earlier moment. It is unavailable until the restore is complete.',
  },
  UPGRADING: { title: 'Upgrading', description: 'Postgres is being upgraded.' },
  RESIZING: { title: 'Resizing', description: 'The compute size is changing.' },
  UNKNOWN: {
    title: 'Status unknown',
    description: 'The project has not reported its status. This page checks again every 5 seconds.',
  },
  INACTIVE: {
    title: 'Paused',
    description: 'Data is kept. The API and database are unavailable until you resume the project.',
    wayOut: { transition: 'resume', label: 'Resume project' },
  },
  INIT_FAILED: {
    title: 'The project could not be created',
    description: 'No data was lost. Retry to create it.',
    wayOut: again,
  },
  PAUSE_FAILED: {
    title: 'The project could not be paused',
    description: 'Its data is unchanged. Retry to pause it.',
    wayOut: again,
  },
  RESTORE_FAILED: {
    title: 'The restore failed',
    description: 'The data from before the restore is in place. Start the project to use it.',
    wayOut: { transition: 'retry', label: 'Start project' },
  },
}

export const stateWords = (status: ProjectStatus): StateWords | undefined => STATES[status]

/** True while the database accepts connections, healthy or not. */
export const isUsable = (status: ProjectStatus): boolean =>
  status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY'
