import { expect, test, type Page } from '@playwright/test'
import { addAuthenticator, PASSWORD } from '../support/account.ts'
import { toast } from '../support/dashboard-page.ts'
import { mailsTo as allMailsTo, partsOf } from '../support/platform-api.ts'
import { discard, startServer, stoa, type StartedServer } from '../support/server.ts'
import { nextTotp } from '../support/totp.ts'

let server: StartedServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => discard(server))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function makeAccount(email: string): Promise<void> {
  const made = await stoa(server, 'owner', 'create', '--email', email, '--password', PASSWORD)
  expect(made.code, made.stderr).toBe(0)
}

/** The recovery mails to an address; other mails are about its changes. */
const mailsTo = async (email: string) =>
  (await allMailsTo(server, email)).filter(({ subject }) => subject === 'Reset your password')

/** The newest mail to an address, once it has received `count` of them. */
async function newestMail(email: string, count = 1): Promise<{ link: string; code: string }> {
  await expect.poll(async () => (await mailsTo(email)).length).toBe(count)
  const [mail] = await mailsTo(email)
  return partsOf(mail ?? { to: '', subject: '', text: '' })
}

async function ask(page: Page, email: string) {
  await page.goto(`${server.url}/forgot-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(heading(page, 'Check your email')).toBeVisible()
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

/** The status and access token that a sign-in returns. */
async function signIn(email: string, password: string) {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token = '' } = (await answer.json()) as { access_token?: string }
  return { status: answer.status, token }
}

test('a forgotten password is reset through an emailed link, which ends every other session', async ({
  page,
}) => {
  const email = 'link@example.com'
  await makeAccount(email)
  const { token } = await signIn(email, PASSWORD)
  expect(await statusOf(token)).toBe(200)
  await page.goto(`${server.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await ask(page, email)
  const mail = await newestMail(email)
  await page.goto(mail.link)
  await choose(page, PASSWORD)
  // The sign-up rule applies, and the old password is not accepted as a new one.
  await expect(
    page.getByText('New password should be different from the old password.'),
  ).toBeVisible()
  await choose(page, 'a second password 8')
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(heading(page, 'Organizations')).toBeVisible()
  expect(await statusOf(token)).toBe(401)
  expect((await signIn(email, PASSWORD)).status).toBe(400)
  expect((await signIn(email, 'a second password 8')).status).toBe(200)

  await page.goto(mail.link)
  await expect(heading(page, 'This link doesn’t work')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request a new email' })).toBeVisible()
})

test('the response is the same for an unknown email address', async ({ page }) => {
  const answerTo = async (email: string) => {
    const answered = page.waitForResponse(
      (each) => new URL(each.url()).pathname === '/auth/v1/recover',
    )
    await ask(page, email)
    const answer = await answered
    return [answer.status(), await answer.text()]
  }
  await makeAccount('somebody@example.com')
  expect(await answerTo('nobody@example.com')).toEqual([200, '{}'])
  expect(await answerTo('somebody@example.com')).toEqual([200, '{}'])
  // This mail was requested later, so a mail to the other address would have arrived by now.
  await newestMail('somebody@example.com')
  expect(await mailsTo('nobody@example.com')).toEqual([])
})

test('the emailed code works in any browser, the link only in the one that requested it', async ({
  page,
  browser,
}) => {
  const email = 'code@example.com'
  await makeAccount(email)
  await ask(page, email)
  const mail = await newestMail(email)
  await page.getByLabel('Code from the email').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Token has expired or is invalid')).toBeVisible()
  await page.getByLabel('Code from the email').fill(mail.code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await choose(page, 'a third password 88')
  await expect(heading(page, 'Organizations')).toBeVisible()
  expect((await signIn(email, 'a third password 88')).status).toBe(200)

  const other = await (await browser.newContext()).newPage()
  await ask(page, email)
  const second = await newestMail(email, 2)
  await other.goto(second.link)
  await expect(other.getByText('Open the link in the browser where you requested it')).toBeVisible()
  await other.context().close()
})

test('access to the mailbox does not replace a second factor', async ({ page }) => {
  const email = 'factor@example.com'
  await makeAccount(email)
  const secret = await addAuthenticator(server, { email })
  await ask(page, email)
  const mail = await newestMail(email)
  await page.goto(mail.link)
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await page.getByLabel('Code').fill(nextTotp(secret))
  await choose(page, 'a fourth password 8')
  await expect(heading(page, 'Organizations')).toBeVisible()
  expect((await signIn(email, 'a fourth password 8')).status).toBe(200)
})
