import type { ProjectOverview } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'

/** A project's figures and what needs attention, of the project and of its installation. */
export async function readOverview(
  { fleet, hasMailServer }: Context,
  { ref }: ProjectScope,
): Promise<ProjectOverview> {
  const overview = await fleet.overview(ref)
  if (hasMailServer) return overview
  return { ...overview, notices: [...overview.notices, NO_MAIL_SERVER] }
}

const NO_MAIL_SERVER: ProjectOverview['notices'][number] = {
  service: 'auth',
  code: 'no_mail_server',
  severity: 'info',
  title: 'No mail server',
  hint: 'Emails to users are not delivered; they are stored in the project’s mailbox.',
  tables: [],
  count: 1,
}
