import type { OverviewFigure, OverviewNotice } from '@stoa/contract/platform/projects'
import type { Project } from './project.ts'
import type { Settings } from './settings.ts'

export type Figure = Omit<OverviewFigure, 'service'>
export type Notice = Omit<OverviewNotice, 'service'>

/** A service's data from the running database. Absent parts are empty. */
export type OverviewReading = {
  readonly figures?: readonly Figure[]
  readonly notices?: readonly Notice[]
  readonly sampleTables?: readonly string[]
}

/** A service's part of a project's overview. */
export type ServiceOverview = {
  /** The part that the settings alone provide. Available for a sleeping or paused project. */
  readonly ofSettings?: (settings: Settings) => readonly Notice[]
  /**
   * Reads the running database within milliseconds, without waiting for locks. The last reading is
   * kept for when the project is asleep or paused.
   */
  readonly read?: (project: Project) => Promise<OverviewReading>
}
