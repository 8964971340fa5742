import type { Page } from '@playwright/test'
import { askPlatform } from './platform-api.ts'
import type { StartedServer } from './server.ts'
import { totp } from './totp.ts'

export const EMAIL = 'ada@example.com'
export const PASSWORD = 'correct horse battery 9'

/** The session that the dashboard stores after a sign-in. */
export type DashboardSession = {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_at: number
  readonly user: { readonly id: string; readonly email: string }
}

/** Creates an operator account and signs it in. */
export async function createOwner(server: StartedServer): Promise<DashboardSession> {
  const account = { email: EMAIL, password: PASSWORD }
  await askPlatform(server, 'POST', '/installation/owners', account)
  return signIn(server)
}

/** Signs the operator account in, as the sign-in page does. */
export async function signIn(server: StartedServer): Promise<DashboardSession> {
  const body = await askAuth<DashboardSession & { expires_in: number }>(server, PASSWORD_GRANT, {
    email: EMAIL,
    password: PASSWORD,
  })
  const { access_token, refresh_token, user } = body
  const expires_at = Math.floor(Date.now() / 1000) + body.expires_in
  return { access_token, refresh_token, expires_at, user: { id: user.id, email: user.email } }
}

const PASSWORD_GRANT = '/token?grant_type=password'

/** Adds an authenticator app to an account with the current code and returns its secret. */
export async function addAuthenticator(
  server: StartedServer,
  { email, password = PASSWORD, name }: { email: string; password?: string; name?: string },
): Promise<string> {
  type Begun = { readonly id: string; readonly totp: { readonly secret: string } }
  const { access_token: token } = await askAuth<{ readonly access_token: string }>(
    server,
    PASSWORD_GRANT,
    { email, password },
  )
  const wanted = { factor_type: 'totp', friendly_name: name }
  const { id, totp: app } = await askAuth<Begun>(server, '/factors', wanted, token)
  const path = `/factors/${id}`
  const challenge = await askAuth<{ readonly id: string }>(server, `${path}/challenge`, {}, token)
  const proof = { challenge_id: challenge.id, code: totp(app.secret) }
  await askAuth(server, `${path}/verify`, proof, token)
  return app.secret
}

/** Calls the platform's own auth API. Throws on an error response. */
async function askAuth<T>(
  server: StartedServer,
  path: string,
  body: object,
  token?: string,
): Promise<T> {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Signs a page in to the dashboard with a session. */
export async function useSession(page: Page, session: DashboardSession): Promise<void> {
  await page.addInitScript((text) => {
    // The browser's own viewers in frames have no storage.
    if (window !== window.top) return
    if (localStorage.getItem('stoa.session') === null) localStorage.setItem('stoa.session', text)
  }, JSON.stringify(session))
}

/** Fills in and submits the sign-in form of the open page. */
export async function fillInSignIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
