import type { Installation, InstallationLinks } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'
import { hasValidInvitation } from '../members/port.ts'
import { hasOperator, readSettings } from './queries.ts'

const NO_LINKS: InstallationLinks = {
  support_email: null,
  enterprise_contact_url: null,
  discussions_url: null,
  status_page_url: null,
}

/** The information that a browser needs before sign-in. */
export async function readInstallation(context: Context): Promise<Installation> {
  const { session, signUpDefault, environment, links, hasMailServer } = context
  const [settings, isOwned] = await Promise.all([readSettings(session), hasOperator(session)])
  return {
    needs_owner: !isOwned,
    sign_up: settings.sign_up ?? signUpDefault,
    has_mail_server: hasMailServer === true,
    environment,
    links: links ?? NO_LINKS,
  }
}

/** Whether the sign-up policy allows an account for this email address: it is open, or the address has an invitation. */
export async function mayCreateAccount(context: Context, email: string): Promise<boolean> {
  const { sign_up } = await readSettings(context.session)
  if ((sign_up ?? context.signUpDefault) === 'open') return true
  return hasValidInvitation(context.session, email, context.clock.now())
}
