import type {
  Installation,
  InstallationLinks,
  SignUpPolicy,
} from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'
import { canSell } from '../selling/port.ts'
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
    sells_plans: canSell(context) && settings.sells_plans,
  }
}

/** The sign-up policy that an operator has set, or else the configured one. */
export async function readSignUpPolicy({
  session,
  signUpDefault,
}: Pick<Context, 'session' | 'signUpDefault'>): Promise<SignUpPolicy> {
  return (await readSettings(session)).sign_up ?? signUpDefault
}
