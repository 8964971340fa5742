import type { Installation } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'
import { hasValidInvitation } from '../members/invitation-queries.ts'
import { hasOperator, readSettings } from './queries.ts'

/** What a browser must know before anybody signs in. */
export async function readInstallation(context: Context): Promise<Installation> {
  const { session, signUpDefault, environment } = context
  const [settings, isOwned] = await Promise.all([readSettings(session), hasOperator(session)])
  return { needs_owner: !isOwned, sign_up: settings.sign_up ?? signUpDefault, environment }
}

/** Whether the sign-up policy lets an address make an account: open to all, or it holds an invitation. */
export async function mayCreateAccount(context: Context, email: string): Promise<boolean> {
  const { sign_up } = await readSettings(context.session)
  if ((sign_up ?? context.signUpDefault) === 'open') return true
  return hasValidInvitation(context.session, email, context.clock.now())
}
