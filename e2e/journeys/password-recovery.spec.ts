import { expect, test, type Page } from '@playwright/test'
import { EMAIL, PASSWORD, signIn, type DashboardSession } from '../support/account.ts'
import { requestsTo, toast } from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { discard, startServer, type StartedServer } from '../support/server.ts'
import { authenticator } from '../support/totp.ts'

let server: StartedServer
let session: DashboardSession
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
})
test.afterAll(() => discard(server))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

type Mail = { to: string; subject: string; text: string }

/** Mail of the platform itself stays in its mailbox where no server is configured. */
async function newestMail(after: number): Promise<{ link: string; code: string; count: number }> {
  let mails: Mail[] = []
  await expect
    .poll(async () => {
      mails = await askPlatform<Mail[]>(server, 'GET', '/installation/mailbox')
      return mails.length
    })
    .toBeGreaterThan(after)
  const [mail] = mails
  if (!mail) throw new Error('No mail')
  expect([mail.to, mail.subject]).toEqual([EMAIL, 'Reset your password'])
  return {
    link: /https?:\S+/.exec(mail.text)?.[0] ?? '',
    code: /code: (\d+)/.exec(mail.text)?.[1] ?? '',
    count: mails.length,
  }
}

async function ask(page: Page, email: string) {
  await page.goto(`${server.url}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send mail' }).click()
  await expect(heading(page, 'Look into your mailbox')).toBeVisible()
}

async function choose(page: Page, password: string) {
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
}

const statusOf = async (token: string) => {
  const answer = await fetch(`${server.url}/platform/profile`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status
}

const passwordWorks = async (password: string) => {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password }),
  })
  return answer.ok
}

let sent = 0

test('a forgotten password is replaced through the link of a mail, and ends every other session', async ({
  page,
}) => {
  expect(await statusOf(session.access_token)).not.toBe(401)
  await page.goto(`${server.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await ask(page, EMAIL)
  const mail = await newestMail(sent)
  sent = mail.count
  await page.goto(mail.link)
  await choose(page, PASSWORD)
  // The rule of sign-up, and the old password is no new one.
  await expect(
    page.getByText('New password should be different from the old password.'),
  ).toBeVisible()
  await choose(page, 'a second password 8')
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(heading(page, 'Organizations')).toBeVisible()
  expect(await statusOf(session.access_token)).toBe(401)
  expect(await passwordWorks(PASSWORD)).toBe(false)
  expect(await passwordWorks('a second password 8')).toBe(true)

  await page.goto(mail.link)
  await expect(heading(page, 'This link does not work')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a new mail' })).toBeVisible()
})

test('the answer is the same for an address nobody has', async ({ page }) => {
  const asked = requestsTo(page, '/auth/v1/recover')
  await ask(page, 'nobody@example.com')
  const answer = await asked[0]?.response()
  expect([answer?.status(), await answer?.text()]).toEqual([200, '{}'])
  expect(await askPlatform<Mail[]>(server, 'GET', '/installation/mailbox')).toHaveLength(sent)
})

test('the code of the mail does the same in any browser, the link in its own alone', async ({
  page,
  browser,
}) => {
  await ask(page, EMAIL)
  const mail = await newestMail(sent)
  sent = mail.count
  await page.getByLabel('Code from the mail').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Token has expired or is invalid')).toBeVisible()
  await page.getByLabel('Code from the mail').fill(mail.code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await choose(page, 'a third password 88')
  await expect(heading(page, 'Organizations')).toBeVisible()
  expect(await passwordWorks('a third password 88')).toBe(true)

  const other = await (await browser.newContext()).newPage()
  await ask(page, EMAIL)
  const second = await newestMail(sent)
  sent = second.count
  await other.goto(second.link)
  await expect(other.getByText('It opens in the browser that asked for it.')).toBeVisible()
  await other.context().close()
})

test('the mailbox does not replace a second factor', async ({ page }) => {
  const call = async (method: string, path: string, token: string, body: object) => {
    const answer = await fetch(`${server.url}/auth/v1${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string> & { totp: { secret: string } }
  }
  const credentials = { email: EMAIL, password: 'a third password 88' }
  const { access_token: token = '' } = await call(
    'POST',
    '/token?grant_type=password',
    '',
    credentials,
  )
  const factor = await call('POST', '/factors', token, { factor_type: 'totp' })
  const nextCode = authenticator(factor.totp.secret)
  const challenge = await call('POST', `/factors/${factor['id']}/challenge`, token, {})
  await call('POST', `/factors/${factor['id']}/verify`, token, {
    challenge_id: challenge['id'],
    code: await nextCode(),
  })

  await ask(page, EMAIL)
  const mail = await newestMail(sent)
  await page.goto(mail.link)
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await page.getByLabel('Code').fill(await nextCode())
  await choose(page, 'a fourth password 8')
  await expect(heading(page, 'Organizations')).toBeVisible()
  expect(await passwordWorks('a fourth password 8')).toBe(true)
})
