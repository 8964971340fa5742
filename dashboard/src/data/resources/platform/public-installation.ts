import type { Installation } from '@stoa/contract/platform/installation'
import { isRecord, sendJson } from '../../client/http.ts'

export type PublicInstallation = Pick<
  Installation,
  'has_mail_server' | 'needs_owner' | 'sells_plans' | 'sign_up'
> & {
  readonly support_email: string | null
  readonly enterprise_contact_url: string | null
}

/**
 * The installation's properties for pages without an account, parsed by hand, because the contract's schema
 * would add the schema library to the sign-in page, whose size is limited. Undefined when the response is
 * missing or invalid; the page works without it.
 */
export async function readPublicInstallation(
  signal: AbortSignal,
): Promise<PublicInstallation | undefined> {
  const url = '/platform/installation'
  const answer = await sendJson({ method: 'GET', url, signal }).catch(() => undefined)
  if (!isRecord(answer)) return undefined
  const links = isRecord(answer['links']) ? answer['links'] : {}
  const link = (name: string) => (typeof links[name] === 'string' ? links[name] : null)
  return {
    needs_owner: answer['needs_owner'] === true,
    sign_up: answer['sign_up'] === 'open' ? 'open' : 'invitation',
    has_mail_server: answer['has_mail_server'] === true,
    sells_plans: answer['sells_plans'] === true,
    support_email: link('support_email'),
    enterprise_contact_url: link('enterprise_contact_url'),
  }
}

/** Whether the token of a setup link still works. Undefined when the server can't tell. */
export async function readClaimValidity(
  token: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const url = '/platform/installation/claim/check'
  const answer = await sendJson({ method: 'POST', url, body: { token }, signal }).catch(
    () => undefined,
  )
  return isRecord(answer) && typeof answer['valid'] === 'boolean' ? answer['valid'] : undefined
}
