import { sendJson } from './http.ts'
import type { Session } from './session.ts'

/** Local storage key of the PKCE verifier, kept until the emailed link is opened. */
const VERIFIER = 'stoa.recovery-verifier'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Requests a recovery email with a link and a code. The response does not reveal whether the
 * account exists. The link works only in this browser (PKCE, RFC 7636), and the code works in any
 * browser.
 */
export async function requestRecovery(store: Store, email: string): Promise<void> {
  const verifier = randomText()
  const challenge = await challengeOf(verifier)
  store.setItem(VERIFIER, verifier)
  const target = encodeURIComponent(`${window.location.origin}/reset-password`)
  await sendJson({
    method: 'POST',
    url: `/auth/v1/recover?redirect_to=${target}`,
    body: { email, ...challenge },
  })
}

/** Signs in with the code from the email. */
export const recoverWithCode = (
  session: Session,
  { email, code }: { email: string; code: string },
): Promise<void> =>
  session.change(() =>
    sendJson({
      method: 'POST',
      url: '/auth/v1/verify',
      body: { type: 'recovery', email, token: code },
    }),
  )

/** Whether this browser requested the email whose link it follows. */
export const isRecoveryOurs = (store: Store): boolean => store.getItem(VERIFIER) !== null

/** Signs in with the code in the emailed link. */
export async function recoverWithLink(session: Session, store: Store, code: string): Promise<void> {
  const verifier = store.getItem(VERIFIER) ?? ''
  await session.change(() =>
    sendJson({
      method: 'POST',
      url: '/auth/v1/token?grant_type=pkce',
      body: { auth_code: code, code_verifier: verifier },
    }),
  )
  store.removeItem(VERIFIER)
}

/** Sets the password of the signed-in account. All its other sessions end. */
export async function setNewPassword(session: Session, password: string): Promise<void> {
  await sendJson({
    method: 'PUT',
    url: '/auth/v1/user',
    body: { password },
    accessToken: await session.accessToken(),
  })
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return base64Url(bytes)
}

/** Hashing needs a secure context, which an installation without TLS does not have. */
async function challengeOf(verifier: string) {
  if (!('subtle' in crypto)) return { code_challenge: verifier, code_challenge_method: 'plain' }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { code_challenge: base64Url(new Uint8Array(digest)), code_challenge_method: 's256' }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
