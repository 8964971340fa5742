import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { NotificationKind, NotificationPriority } from '@stoa/contract/platform/notifications'
import type { Restriction } from '@stoa/contract/platform/restriction'
import type { Role } from '@stoa/contract/platform/permissions'

/** The text of one notification. */
export type Note = {
  readonly kind: NotificationKind
  readonly priority: NotificationPriority
  readonly title: string
  readonly text: string
  readonly link: string | null
}

type Organization = { readonly slug: string; readonly name: string }
type Project = { readonly ref: string; readonly name: string }

export const invitationAccepted =
  (email: string, role: Role) =>
  ({ slug, name }: Organization): Note => ({
    kind: 'invitation_accepted',
    priority: 'info',
    title: `${email} joined ${name}`,
    text: `They accepted their invitation as ${ROLE_NAMES[role]}.`,
    link: `/org/${slug}/team`,
  })

export const memberRoleChanged =
  (from: Role, to: Role) =>
  ({ slug, name }: Organization): Note => ({
    kind: 'member_role_changed',
    priority: 'info',
    title: `Your role in ${name} is now ${ROLE_NAMES[to]}`,
    text: `Your previous role was ${ROLE_NAMES[from]}.`,
    link: `/org/${slug}/team`,
  })

export const memberRemoved =
  () =>
  ({ name }: Organization): Note => ({
    kind: 'member_removed',
    priority: 'warning',
    title: `You are no longer a member of ${name}`,
    text: 'You no longer have access to its projects.',
    link: '/organizations',
  })

export const projectCreationFailed =
  (project: Project, reason: string | undefined) => (): Note => ({
    kind: 'project_creation_failed',
    priority: 'critical',
    title: `${project.name} could not be created`,
    text: reason ?? 'The database did not start.',
    link: `/project/${project.ref}`,
  })

export const projectUnhealthy = (project: Project, reason: string | undefined) => (): Note => ({
  kind: 'project_unhealthy',
  priority: 'critical',
  title: `${project.name} is unhealthy`,
  text: reason ?? 'The database is not responding.',
  link: `/project/${project.ref}`,
})

export const projectRemoved =
  (projectName: string) =>
  ({ slug, name }: Organization): Note => ({
    kind: 'project_removed',
    priority: 'warning',
    title: `${projectName} was deleted`,
    text: `The project in ${name} was deleted. Owners and administrators can restore it for seven days.`,
    link: `/org/${slug}`,
  })

export const restrictionChanged =
  (status: Restriction['status'] | null) =>
  ({ slug, name }: Organization): Note => ({
    kind: 'restriction_changed',
    link: `/org/${slug}/billing`,
    ...restrictionWords(status, name),
  })

function restrictionWords(status: Restriction['status'] | null, name: string) {
  switch (status) {
    case null:
      return {
        priority: 'info',
        title: `${name} is no longer restricted`,
        text: 'Its projects are available again.',
      } as const
    case 'grace_period':
      return {
        priority: 'warning',
        title: `${name} has exceeded its quota`,
        text: 'The organization has a grace period before its services are restricted.',
      } as const
    case 'grace_period_over':
      return {
        priority: 'critical',
        title: `The grace period of ${name} is over`,
        text: 'Its projects will not be able to serve requests once the quota is used up.',
      } as const
    case 'restricted':
      return {
        priority: 'critical',
        title: `The services of ${name} are restricted`,
        text: 'Its projects are unable to serve any requests.',
      } as const
  }
}

export const invoiceOverdue =
  (number: string) =>
  ({ slug, name }: Organization): Note => ({
    kind: 'invoice_overdue',
    priority: 'critical',
    title: `Invoice ${number} of ${name} is overdue`,
    text: 'Please pay invoices to avoid service disruption.',
    link: `/org/${slug}/billing#invoices`,
  })

export const logDrainPaused = (project: Project, drain: string, reason: string) => (): Note => ({
  kind: 'log_drain_paused',
  priority: 'warning',
  title: `The log drain ${drain} of ${project.name} is paused`,
  text: reason,
  link: `/project/${project.ref}/logs/drains`,
})

export const projectWillBePaused = (project: Project, day: Date) => (): Note => ({
  kind: 'project_will_be_paused',
  priority: 'warning',
  title: `${project.name} will be paused soon`,
  text: `It had no activity for several days. Unless it is used before, it is paused on ${day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}.`,
  link: `/project/${project.ref}`,
})

export const projectPausedForInactivity = (project: Project) => (): Note => ({
  kind: 'project_paused',
  priority: 'warning',
  title: `${project.name} was paused`,
  text: 'It had no activity for a week. Its data is kept, and you can resume it at any time.',
  link: `/project/${project.ref}`,
})

export const projectRestored = (project: Project, moment: string) => (): Note => ({
  kind: 'restore_finished',
  priority: 'info',
  title: `${project.name} was restored`,
  text: `The database is in its state of ${moment}. The state before is kept for seven days.`,
  link: `/project/${project.ref}/database/backups`,
})

export const projectRestoreFailed = (project: Project, reason: string) => (): Note => ({
  kind: 'restore_failed',
  priority: 'critical',
  title: `The restore of ${project.name} failed`,
  text: `${reason} The data from before the restore is in place.`,
  link: `/project/${project.ref}/database/backups`,
})
