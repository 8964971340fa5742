import type { Page } from '@playwright/test'
import { stoa, type StartedServer } from './server.ts'

export const EMAIL = 'ada@example.com'
export const PASSWORD = 'correct horse battery 9'

/** What the dashboard keeps of a sign-in. */
export type DashboardSession = {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_at: number
  readonly user: { readonly id: string; readonly email: string }
}

/** Makes an operator account on the command line and signs it in, as the sign-in page would. */
export async function signIn(server: StartedServer): Promise<DashboardSession> {
  const made = await stoa(server, 'owner', 'create', '--email', EMAIL, '--password', PASSWORD)
  if (made.code !== 0) throw new Error(made.stderr)
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const body = (await response.json()) as DashboardSession & { expires_in: number }
  const { access_token, refresh_token, user } = body
  const expires_at = Math.floor(Date.now() / 1000) + body.expires_in
  return { access_token, refresh_token, expires_at, user: { id: user.id, email: user.email } }
}

/** Opens the dashboard in a page as the signed-in person. */
export async function useSession(page: Page, session: DashboardSession): Promise<void> {
  await page.addInitScript((text) => {
    if (localStorage.getItem('stoa.session') === null) localStorage.setItem('stoa.session', text)
  }, JSON.stringify(session))
}

/** Fills in the sign-in form of the open page and sends it. */
export async function fillInSignIn(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
