import { expect, test } from '@playwright/test'
import { signIn, useSession } from '../support/account.ts'
import { discard, startServer, type StartedServer } from '../support/server.ts'

let server: StartedServer

test.beforeAll(async () => {
  server = await startServer({
    env: {
      STOA_MODE: 'self-hosted',
      STOA_DISABLED_FEATURES: 'billing:invoices, organizations:create',
    },
  })
})
test.afterAll(() => discard(server))

// SPEC: "It runs in a hosted platform mode and a self-hosted mode."
// SPEC: "In the self-hosted mode the profile's disabled_features list is filled from a
// comma-separated environment setting."
test('a self-hosted installation has one project and the disabled features of its setting', async ({
  page,
}) => {
  await useSession(page, await signIn(server))
  const profile = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/platform/profile' && response.status() < 300,
  )
  await page.goto(`${server.url}/project/default`)
  expect(await (await profile).json()).toMatchObject({
    disabled_features: ['billing:invoices', 'organizations:create'],
  })
  await expect(page.getByRole('button', { name: /^Project: / })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/project/default')
  await page.goto(`${server.url}/new`)
  await expect(page.getByText('New organizations are made by the operator here.')).toBeVisible()
})
