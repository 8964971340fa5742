import { expect, test, type Page } from '@playwright/test'
import {
  EMAIL,
  fillInSignIn,
  PASSWORD,
  createOwner,
  useSession,
  type DashboardSession,
} from '../support/account.ts'
import {
  answerInstead,
  refusal,
  requestsTo,
  runUntilVisible,
  stopTime,
  stored,
  toast,
} from '../support/dashboard-page.ts'
import { askPlatform, mailsTo, partsOf } from '../support/platform-api.ts'
import { discard, startServer, type StartedServer } from '../support/server.ts'

let server: StartedServer
let session: DashboardSession

test.beforeAll(async () => {
  server = await startServer({
    env: { STOA_SIGN_UP: 'open', STOA_SUPPORT_EMAIL: 'help@example.com' },
  })
  session = await createOwner(server)
  for (const name of ['Zebra', 'acme', 'Ábaco', 'Beta'])
    await askPlatform(server, 'POST', '/organizations', { name })
})
test.afterAll(() => discard(server))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const toBeAt = (page: Page, address: string, message?: string) =>
  expect(page, message).toHaveURL(`${server.url}${address}`)

// SPEC: "Signed-in state is required."
test('a page requested without a session opens after signing in', async ({ page }) => {
  await page.goto(`${server.url}/account/me`)
  await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
  await toBeAt(page, '/sign-in?returnTo=%2Faccount%2Fme')
  await fillInSignIn(page)
  await expect(heading(page, 'Account')).toBeVisible()
  await toBeAt(page, '/account/me')
})

// SPEC: "/sign-in | Sign-in. A sign-in error shows an error toast."
// SPEC: "Other sign-in errors show their own message."
test('a sign-in error is a toast with its own message, and the fields keep their values', async ({
  page,
}) => {
  await page.clock.install()
  await stopTime(page)
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page, 'not the password')
  const shown = toast(page, 'Invalid login credentials')
  await runUntilVisible(page, shown)
  await expect(shown).toHaveAttribute('data-type', 'error')
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await toBeAt(page, '/sign-in')
})

// SPEC: "Unverified GitHub user ('Error sending confirmation mail'): toast 'Please verify your email on GitHub first, then reach out to us at {email} to log into the dashboard'."
test('a GitHub user with an unverified email gets a next step, and the error is removed from the URL', async ({
  page,
}) => {
  const failed = '?error=server_error&error_description=Error+sending+confirmation+mail'
  await page.clock.install()
  await stopTime(page)
  await page.goto(`${server.url}/sign-in${failed}&plan=team&returnTo=%2Fnew`)
  const shown = toast(
    page,
    'Please verify your email on GitHub first, then reach out to us at help@example.com to log into the dashboard',
  )
  await runUntilVisible(page, shown)
  await expect(shown).toHaveAttribute('data-type', 'error')
  await toBeAt(page, '/sign-in?plan=team&returnTo=%2Fnew')
})

test('sign-in still works if the toaster fails to load', async ({ page }) => {
  const refused = page.waitForEvent('requestfailed', (request) => /\/toaster-/.test(request.url()))
  await page.route(/\/toaster-/, (route) => route.abort())
  await page.clock.install()
  await stopTime(page)
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page, 'not the password')
  await expect(page.locator('form').getByText('Invalid login credentials')).toBeVisible()
  await refused
  await page.unroute(/\/toaster-/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await runUntilVisible(page, toast(page, 'Invalid login credentials').first())
})

// SPEC: "/organizations | Default post-login destination."
// SPEC: "Default return path /organizations."
test('signing in without returnTo opens the organizations', async ({ page }) => {
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
  await toBeAt(page, '/organizations')
})

// SPEC: "The returnTo query parameter is accepted only as a relative path of letters, digits,
// slash, hyphen and underscore, with an optional query string of simple key=value pairs."
// SPEC: "Paths beginning with // or containing :// fall back to the default /organizations."
test('a hostile returnTo opens the organizations of this site and no other site', async ({
  page,
}) => {
  await useSession(page, session)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server.url) elsewhere.push(request.url())
  })
  // Put into the URL unencoded, so that the browser decides how it is encoded. `return-to.test.ts`
  // has every kind of value.
  for (const raw of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
  ]) {
    await page.goto(`${server.url}/sign-in?returnTo=${raw}`)
    await expect(heading(page, 'Organizations'), raw).toBeVisible()
    await toBeAt(page, '/organizations', raw)
  }
  expect(elsewhere).toEqual([])
})

test('a hostile returnTo is also ignored after signing in through the form', async ({ page }) => {
  await page.goto(`${server.url}/sign-in?returnTo=%2F%2Fevil.example`)
  await fillInSignIn(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
  await toBeAt(page, '/organizations')
})

// SPEC: "Other query parameters of the current URL are appended to the target."
test('other parameters of the sign-in page are passed on', async ({ page }) => {
  await useSession(page, session)
  await page.goto(`${server.url}/sign-in?returnTo=%2Fnew&plan=team`)
  await expect(page.getByRole('radio', { name: /^Team\b/ })).toBeChecked()
  await toBeAt(page, '/new?plan=team')
})

// SPEC: "/dashboard/new?plan=free, ?plan=pro, ?plan=team | Create-project links, on the product's
// own host."
// SPEC: "and pick a plan (Free, Pro, Team, Enterprise)."
test('a link from the pricing page keeps its plan through the sign-in', async ({ page }) => {
  await page.goto(`${server.url}/dashboard/new?plan=pro`)
  await fillInSignIn(page)
  await expect(page.getByRole('radio', { name: /^Pro\b/ })).toBeChecked()
  for (const [plan, name] of [
    ['free', /^Free\b/],
    ['team', /^Team\b/],
  ] as const) {
    await page.goto(`${server.url}/dashboard/new?plan=${plan}`)
    await expect(page.getByRole('radio', { name })).toBeChecked()
  }
  const enterprise = page.getByRole('radio', { name: /^Enterprise\b/ })
  await enterprise.click()
  await expect(enterprise).toBeChecked()
})

// SPEC: "**Sign-out**: sign out, clear the stored session, clear the storage helper, clear the
// whole query cache."
// SPEC: "Sign-out | Goes to the auth service."
test('signing out ends the session here and on the server and clears cached data', async ({
  page,
}) => {
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(page.getByRole('link', { name: 'Beta' })).toBeVisible()
  const kept = (await stored(page, 'stoa.session')) as DashboardSession
  await page.evaluate(() => localStorage.setItem('stoa.history.abc.sql', '"q"'))
  const toAuth = requestsTo(page, '/auth/v1/logout')
  const lists = requestsTo(page, '/platform/organizations')
  const ended = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/auth/v1/logout',
  )

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
  await toBeAt(page, '/sign-in')
  // The page stores the height of its banners again.
  const names = () =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name !== 'stoa.banner-height'))
  await expect.poll(names).toEqual([])
  // The page changes at once, before the server has responded.
  await ended
  expect(toAuth).toHaveLength(1)
  const answer = await fetch(`${server.url}/platform/profile`, {
    headers: { authorization: `Bearer ${kept.access_token}` },
  })
  expect(answer.status).toBe(401)

  // Without a reload, the list is only requested again if the cache was cleared.
  await fillInSignIn(page)
  await expect(page.getByRole('link', { name: 'Beta' })).toBeVisible()
  expect(lists).toHaveLength(1)
})

// SPEC: "/logout | Signs the user out"
test('opening /logout signs the user out', async ({ page }) => {
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
  await page.goto(`${server.url}/logout`)
  await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
  await expect.poll(() => stored(page, 'stoa.session')).toBeNull()
})

// SPEC: "A 401 on profile load signs the user out and redirects to /sign-in."
// SPEC: "401 on profile load: sign out and redirect to /sign-in."
test('a session that was ended elsewhere is signed out here', async ({ page }) => {
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
  const kept = (await stored(page, 'stoa.session')) as DashboardSession
  // No page is open in the meantime: it would notice the end and store another return path.
  await page.goto('about:blank')
  const ended = await fetch(`${server.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${kept.access_token}` },
  })
  expect(ended.status).toBe(204)
  const profiles = requestsTo(page, '/platform/profile')
  await page.goto(`${server.url}/account/me`)
  await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
  await toBeAt(page, '/sign-in?returnTo=%2Faccount%2Fme')
  expect((await profiles[0]?.response())?.status()).toBe(401)
  await expect.poll(() => stored(page, 'stoa.session')).toBeNull()
})

// SPEC: "Users sign in, have a profile"
// SPEC: "GET /platform/profile | Header Version: 2. Response is the profile."
// SPEC: "POST /platform/profile | Creates a profile when none exists."
// SPEC: "User's profile not found": leads to automatic profile creation."
test('a new account gets its profile on the first sign-in', async ({ page }) => {
  await page.goto(`${server.url}/sign-up`)
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  const calls: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (new URL(request.url()).pathname !== '/platform/profile') return
    calls.push(`${request.method()} ${request.headers()['version'] ?? '-'} ${response.status()}`)
  })
  await page.getByRole('button', { name: 'Create account' }).click()
  // The address is confirmed by its mailbox, and the page says where the mail is.
  await expect(heading(page, 'Confirm your email')).toBeVisible()
  await expect(page.getByText('No mail server is configured')).toBeVisible()
  const { code } = await confirmationOf('grace@example.com')
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Organizations')).toBeVisible()
  await expect.poll(() => calls).toEqual(['GET 2 404', 'POST - 201'])
  await page.goto(`${server.url}/account/me`)
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com')
})

/** The link and the code of the newest mail that confirms a new account, of `count` such mails. */
async function confirmationOf(email: string, count = 1) {
  const find = async () =>
    (await mailsTo(server, email)).filter(({ subject }) => subject === 'Confirm your email address')
  await expect.poll(async () => (await find()).length).toBe(count)
  const [newest] = await find()
  return partsOf(newest ?? { to: '', subject: '', text: '' })
}

test('the link of a confirmation mail works in the browser that asked for it, and leads on', async ({
  page,
  browser,
}) => {
  const email = 'linked@example.com'
  await page.goto(`${server.url}/sign-up?returnTo=%2Faccount%2Fme`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page, 'Confirm your email')).toBeVisible()
  await confirmationOf(email)
  // A person who returns later gets another mail by signing in.
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(heading(page, 'Confirm your email')).toBeVisible()
  const { link } = await confirmationOf(email, 2)

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByText('Open the link in the browser where you requested')).toBeVisible()
  await other.context().close()
  await page.goto(link)
  await expect(heading(page, 'Account')).toBeVisible()
  await toBeAt(page, '/account/me')
})

test('an invitation’s link leads through a new account to the organization', async ({ page }) => {
  const organizations = await askPlatform<{ name: string; slug: string }[]>(
    server,
    'GET',
    '/organizations',
  )
  const slug = organizations.find(({ name }) => name === 'Beta')?.slug ?? ''
  const email = 'invited@example.com'
  const { link } = await askPlatform<{ link: string }>(
    server,
    'POST',
    `/organizations/${slug}/invitations`,
    { email, role: 'developer' },
  )
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  // Opening the invitation's link proves access to the mailbox, so no other mail is needed.
  await page.getByRole('button', { name: 'Join' }).click()
  await toBeAt(page, `/org/${slug}`)
})

const missing = refusal(404, 'profile_not_found', "User's profile not found")

// SPEC: "409 on profile creation: logged as 'Profile already exists'"
test('a profile that another tab created first is loaded', async ({ page }) => {
  await useSession(page, session)
  const log: string[] = []
  page.on('console', (message) => log.push(message.text()))
  let reads = 0
  await answerInstead(page, '/platform/profile', async (route) => {
    if (route.request().method() === 'GET' && (reads += 1) === 1) return route.fulfill(missing)
    return route.continue()
  })
  await page.goto(`${server.url}/account/me`)
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect.poll(() => log).toContain('Profile already exists')
  expect(reads).toBe(2)
})

// SPEC: "Any other profile-creation failure: 'Failed to create your profile. Please refresh to try
// again.'"
test('a failure to create the profile is reported', async ({ page }) => {
  await useSession(page, session)
  await answerInstead(page, '/platform/profile', (route) =>
    route.fulfill(route.request().method() === 'GET' ? missing : refusal(503, 'busy', 'Not now')),
  )
  await page.goto(`${server.url}/organizations`)
  await expect(
    page.getByText('Failed to create your profile. Please refresh to try again.', { exact: true }),
  ).toBeVisible()
})

// SPEC: "GET organizations list under the platform prefix | Array, sorted by name. Enabled only
// once the profile is loaded."
test('the organizations are requested after the profile and sorted by name', async ({ page }) => {
  await useSession(page, session)
  const order: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/platform/organizations') order.push('list asked')
  })
  await answerInstead(page, '/platform/profile', async (route) => {
    const answer = await route.fetch()
    order.push('profile answered')
    await route.fulfill({ response: answer })
  })
  await page.goto(`${server.url}/organizations`)
  const links = page.getByRole('main').getByRole('listitem')
  await expect(links).toHaveText([/^Ábaco\s/, /^acme\s/, /^Beta\s/, /^Zebra\s/], {
    useInnerText: true,
  })
  expect(order).toEqual(['profile answered', 'list asked'])
})
