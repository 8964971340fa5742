import { listInstallationMail, listProjectMail } from '@stoa/contract/platform/installation'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { PLATFORM_MAIL } from './mailbox.ts'

export const mailboxRoutes = (context: Pick<Context, 'mailbox'>): readonly Route[] => [
  route(listInstallationMail).to(() => context.mailbox.list(PLATFORM_MAIL)),
  route(listProjectMail).to(({ params }) => context.mailbox.list(params.ref)),
]
