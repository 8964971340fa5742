import { sendJson } from './http.ts'
import { beginMailedSignIn } from './mailed-sign-in.ts'
import type { Credentials, Session } from './session.ts'

type Store = Parameters<typeof beginMailedSignIn>[0]

/**
 * Creates an account. Returns `confirm` if its address must first be confirmed by email. The link
 * in an invitation's own email has already confirmed it.
 */
export async function signUp(
  session: Session,
  store: Store,
  { inviteToken, ...credentials }: Credentials & { inviteToken: string | undefined },
): Promise<'signed-in' | 'confirm'> {
  const { challenge, query } = await beginMailedSignIn(store, 'sign-up')
  return session.signUp(
    { ...credentials, ...challenge, ...(inviteToken && { invite_token: inviteToken }) },
    query,
  )
}

/** Resends the email that confirms an account's address. */
export async function requestConfirmation(store: Store, email: string): Promise<void> {
  const { challenge, query } = await beginMailedSignIn(store, 'sign-up')
  await sendJson({
    method: 'POST',
    url: `/auth/v1/resend${query}`,
    body: { type: 'signup', email, ...challenge },
  })
}
