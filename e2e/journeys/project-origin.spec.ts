import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

/**
 * Content that a project's owner can make the data API serve: a page, a script, and a worker's
 * script.
 */
const SQL = `
  create domain "text/html" as text;
  create domain "*/*" as text;
  create function public.page() returns "text/html" language sql as $$
    select '<title>theirs</title><p id="seen">' || repeat('shown ', 3) || '</p>
      <script>document.title = "ran: " + Object.keys(localStorage).join()</script>'
  $$;
  create function public.script() returns "*/*" language sql as $$
    select set_config('response.headers',
      '[{"content-type": "text/javascript"}, {"service-worker-allowed": "/"},
        {"set-cookie": "theirs=1; path=/"}, {"clear-site-data": "\\"storage\\""}]', true);
    select 'globalThis.theirs = true'
  $$;
  create function public.leave(target text) returns void language sql stable as $$
    select set_config('response.status', '302', true);
    select set_config('response.headers',
      json_build_array(json_build_object('location', target))::text, true);
  $$;`
const shared = sharedProject('Hostile pages', { sql: SQL })

/** The address of a function at the dashboard's origin, at the port of the APIs, and at the own host. */
function addresses(name: string) {
  const { server, project } = shared
  const host = new URL(server.url)
  host.hostname = `${project.ref}.localhost`
  const path = `/rest/v1/rpc/${name}?apikey=${project.anon_key}`
  return {
    dashboard: `${server.url}/p/${project.ref}${path}`,
    apis: `${project.api_url}${path}`,
    own: `${host.origin}${path}`,
  }
}

async function openDashboard(page: Page): Promise<void> {
  await useSession(page, shared.session)
  await page.goto(`${shared.server.url}/organizations`)
  await expect(page.getByText('Hostile pages').first()).toBeVisible()
}

test("a project's page is not opened in the dashboard's origin", async ({ page }) => {
  await useSession(page, shared.session)
  const answer = await page.goto(addresses('page').dashboard)
  expect(answer?.status()).toBe(403)
  await expect(page.locator('body')).toContainText('active_content_refused')
  expect(await page.title()).toBe('')
})

test("a project's page is displayed at the port of the APIs, and runs nothing", async ({
  page,
}) => {
  await useSession(page, shared.session)
  const answer = await page.goto(addresses('page').apis)
  expect(answer?.status()).toBe(200)
  await expect(page.locator('#seen')).toContainText('shown')
  expect(await page.title()).toBe('theirs')
  expect(await page.evaluate(() => globalThis.origin)).toBe('null')
})

test("a project's page runs at its own host, where it reads nothing of the dashboard", async ({
  page,
}) => {
  await openDashboard(page)
  await page.evaluate(() => localStorage.setItem('secret', 'of the dashboard'))
  await page.goto(addresses('page').own)
  await expect(page).toHaveTitle(/^ran: (?!.*secret)/)
})

test("a project's script neither runs in a page of the dashboard nor becomes its worker", async ({
  page,
}) => {
  const errors = pageErrors(page)
  await openDashboard(page)
  for (const url of Object.values(addresses('script'))) {
    const outcome = await page.evaluate(async (src) => {
      const markup = document.createElement('div')
      // As injected markup would be: the parser inserts it, no script of the page.
      markup.innerHTML = `<iframe srcdoc='<script src="${src}"></script>'></iframe>`
      const frame = markup.querySelector('iframe')
      const parsed = new Promise((resolve) => frame?.addEventListener('load', resolve))
      document.body.append(markup)
      await parsed
      const worker = await navigator.serviceWorker.register(src, { scope: '/' }).then(
        () => 'registered',
        () => 'refused',
      )
      const inside = frame?.contentWindow
      const ran = inside === undefined || inside === null || Reflect.has(inside, 'theirs')
      markup.remove()
      return { worker, ran }
    }, src(url))
    expect(outcome).toEqual({ worker: 'refused', ran: false })
  }
  expect(errors).toEqual([])
})

test('a project’s response to a call of the dashboard sets and clears nothing', async ({
  page,
}) => {
  await openDashboard(page)
  await page.evaluate(() => localStorage.setItem('kept', 'ours'))
  const { dashboard, apis } = addresses('script')
  for (const url of [dashboard, apis])
    expect(await page.evaluate(async (each) => (await fetch(each)).text(), url)).toContain('theirs')
  expect(await page.evaluate(() => document.cookie)).not.toContain('theirs')
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('ours')
})

/** A site of somebody else, which a redirect of a project can lead to. */
async function openForeignSite() {
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>theirs</title>'),
  )
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => site.close() }
}

test('a redirect of a project takes no fragment along to another site', async ({ page }) => {
  const { server, project } = shared
  const site = await openForeignSite()
  const made = await fetch(`${project.api_url}/auth/v1/admin/custom-providers`, {
    method: 'POST',
    headers: { apikey: project.secret_key, 'content-type': 'application/json' },
    body: JSON.stringify({
      provider_type: 'oauth2',
      identifier: 'custom:theirs',
      name: 'Theirs',
      client_id: 'id',
      client_secret: 'secret',
      authorization_url: site.url,
      token_url: `${site.url}token`,
      userinfo_url: `${site.url}me`,
    }),
  })
  expect(made.status, await made.text()).toBe(201)
  const authorize = '/auth/v1/authorize?provider=custom%3Atheirs'
  const rpc = `/rest/v1/rpc/leave?target=${encodeURIComponent(site.url)}&apikey=${project.anon_key}`
  for (const start of [
    `${server.url}/p/${project.ref}${authorize}`,
    `${project.api_url}${authorize}`,
    `${project.api_url}${rpc}`,
  ]) {
    await page.goto(`${start}#access_token=of-the-dashboard`)
    await expect(page, start).toHaveTitle('theirs')
    expect(new URL(page.url()).origin + '/', start).toBe(site.url)
    expect(await page.evaluate(() => location.hash), start).toBe('')
  }
  site.close()
})

const src = (url: string) => url.replaceAll("'", '%27')
