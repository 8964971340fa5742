import type { Context } from './context.ts'
import { createRestrictionClock } from './restriction/restrict-by-clock.ts'
import { createUsageCollector } from './usage/port.ts'
import { deleteDueBranches } from './branches/delete-branch.ts'
import { dropOldNotifications } from './notifications/drop-old-notifications.ts'
import { dropOldTelemetry } from './telemetry/record-event.ts'
import { endGracePeriods } from './restriction/end-grace-periods.ts'
import { forgetOldContent } from './content/forget-old-content.ts'
import { finishAccountDeletions } from './profile/port.ts'
import { issueInvoices } from './invoices/issue-invoices.ts'
import { keepPlanPeriods } from './subscription/port.ts'
import { pauseIdleProjects } from './idle-projects/pause-idle-projects.ts'
import { remindOfInvoices } from './invoices/remind-of-invoices.ts'

/** The platform's scheduled chores, in the order in which each round runs them. */
export const createChores = (context: Context): Readonly<Record<string, () => Promise<void>>> => ({
  endGracePeriods: () => endGracePeriods(context),
  remindOfInvoices: () => remindOfInvoices(context),
  keepPlanPeriods: () => keepPlanPeriods(context),
  collectUsage: createUsageCollector(context),
  issueInvoices: () => issueInvoices(context),
  restrictByClock: createRestrictionClock(context),
  dropOldTelemetry: () => dropOldTelemetry(context),
  dropOldNotifications: () => dropOldNotifications(context),
  forgetOldContent: () => forgetOldContent(context),
  pauseIdleProjects: () => pauseIdleProjects(context),
  // The chores after it don't wait for the backups.
  takeDueBackups: async () => void context.requestedBackups.takeDue(),
  deleteDueBranches: () => deleteDueBranches(context),
  finishAccountDeletions: () => finishAccountDeletions(context),
})
