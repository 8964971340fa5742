import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import type * as Supabase from '@supabase/supabase-js'
import { useSession } from '../support/account.ts'
import { violations } from '../support/accessibility.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { stoa } from '../support/server.ts'
import { askPlatform } from '../support/platform-api.ts'

const shared = sharedProject('Functions')

const CLIENT = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js')

const CROSS_ORIGIN = `const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
}
Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers })
  if (request.method === 'GET') return new Response('data: one\\n\\ndata: two\\n\\n', {
    headers: { ...headers, 'content-type': 'text/event-stream' },
  })
  const { name } = await request.json()
  if (name === undefined) return new Response('no name', { status: 400, headers })
  return Response.json({ hello: name }, { headers })
})`

const CODE = (word: string) => `Deno.serve((request) => {
  console.log('It was called: ${word}')
  return new Response('${word} ' + (Deno.env.get('COLOR') ?? 'no color'), {
    headers: { 'x-caller': request.headers.get('authorization') ?? '' },
  })
})`

test('a member creates, edits, rolls back and observes a function', async ({ page, request }) => {
  test.setTimeout(180_000)
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/functions`)
  await expect(page.getByText('No functions yet')).toBeVisible()
  const call = async () =>
    (await request.get(`${shared.project.api_url}/functions/v1/greet`)).text()

  await test.step('create one from a template', async () => {
    await page.getByRole('link', { name: 'New function' }).click()
    await page.getByLabel('Name', { exact: true }).fill('greet')
    await page.getByLabel('Template').click()
    await page.getByRole('option', { name: /Webhook/ }).click()
    const code = page.getByLabel('Code of index.ts')
    await expect(code).toHaveValue(/isSigned/)
    await code.fill('const = 1')
    await page.getByRole('button', { name: 'Deploy function' }).click()
    await expect(page.getByRole('alert')).toContainText('index.ts:1:')
    await code.fill(CODE('first'))
    await page.getByRole('button', { name: 'Deploy function' }).click()
    await expect(page.getByRole('heading', { name: 'greet' })).toBeVisible()
    expect(await call()).toBe('first no color')
  })

  await test.step('edit and deploy a second version', async () => {
    await page.getByRole('tab', { name: 'Code' }).click()
    const code = page.getByLabel('Code of index.ts')
    await code.fill(`const text: string = 1\n${CODE('second')}`)
    const types = page.getByRole('list', { name: 'Type errors' })
    // A busy machine checks nothing in time.
    await expect(async () => {
      await page.getByRole('button', { name: 'Check code' }).click()
      await expect(types).toContainText('index.ts:1:7', { timeout: 15_000 })
    }).toPass()
    await types.getByRole('button', { name: 'index.ts:1:7' }).click()
    await expect(code).toBeFocused()
    await code.fill(CODE('second'))
    await expect(types).toBeHidden()
    await page.getByRole('button', { name: 'Deploy new version' }).click()
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
    await expect.poll(call, { timeout: 20_000 }).toBe('second no color')
  })

  await test.step('test it', async () => {
    await page.getByRole('tab', { name: 'Test' }).click()
    await page.getByRole('button', { name: 'Send request' }).click()
    const response = page.getByRole('region', { name: 'Response' })
    await expect(response.getByLabel('response body', { exact: true })).toHaveText(
      'second no color',
    )
    await expect(response).toContainText('200')
    await page.getByLabel('Role').click()
    await page.getByRole('option', { name: /^User/ }).click()
    await page.getByLabel('Access token').fill('nonsense')
    await page.getByLabel('Access token').press('Control+Enter')
    await expect(response).toContainText('x-caller: Bearer nonsense')
    // What was sent and returned is kept while another tab is open.
    await page.getByRole('tab', { name: 'Logs' }).click()
    await page.getByRole('tab', { name: 'Test' }).click()
    await expect(response).toContainText('x-caller: Bearer nonsense')
    expect(await violations(page)).toEqual([])
  })

  await test.step('schedule it, and see the schedule at the function', async () => {
    await page.getByRole('tab', { name: 'Triggers' }).click()
    await expect(page.getByText('No schedule calls this function.')).toBeVisible()
    await expect(page.getByText('No webhook sends table changes to this function.')).toBeVisible()
    await page.getByRole('link', { name: 'New schedule' }).click()
    const sheet = page.getByRole('dialog', { name: 'New job' })
    await expect(sheet.getByLabel('Function', { exact: true })).toContainText('greet')
    await sheet.getByLabel('Name', { exact: true }).fill('greet-daily')
    await sheet.getByLabel('Schedule', { exact: true }).fill('0 3 * * *')
    await sheet.getByRole('button', { name: 'Create job' }).click()
    await expect(sheet).toBeHidden()
    await page.goto(`${shared.home}/functions/deployed/greet?tab=unknown`)
    await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()
    await page.goto(`${shared.home}/functions/deployed/greet?tab=triggers`)
    const schedule = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem')
    await expect(schedule).toContainText('Every day at 03:00 UTC')
    await schedule.getByRole('button', { name: 'Run now: greet-daily' }).click()
    await expect(schedule).toContainText('Succeeded')
    // A toast that fades has too little contrast for a moment.
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'New webhook' }).click()
    await expect(page.getByRole('dialog', { name: 'New webhook' }).getByLabel('URL')).toHaveValue(
      '/functions/v1/greet',
    )
    await page.goto(`${shared.home}/functions/deployed/greet`)
  })

  await test.step('compare the versions', async () => {
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Compare version 1 with active' }).click()
    const changes = page.getByRole('region', { name: 'Changes of index.ts' })
    await expect(changes).toContainText("−  console.log('It was called: first')")
    await expect(changes).toContainText("+  console.log('It was called: second')")
    await page.getByLabel('To version').click()
    await page.getByRole('option', { name: 'Version 1' }).click()
    await expect(page.getByText('The files of these versions are identical.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  await test.step('roll back', async () => {
    await page.getByRole('button', { name: 'Activate version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate version' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Active' })).toContainText('1')
    await expect.poll(call, { timeout: 20_000 }).toBe('first no color')
  })

  await test.step('see what it logged and who called it', async () => {
    await page.getByRole('tab', { name: 'Logs' }).click()
    await page.getByLabel('Search logs').fill('CALLED: SECOND')
    await expect(page.getByRole('table', { name: 'Log' })).toContainText('It was called: second')
    await page.getByRole('tab', { name: 'Invocations' }).click()
    const invocations = page.getByRole('table', { name: 'Invocations' })
    await expect(invocations).toContainText('GET')
    await page.getByRole('button', { name: 'Pause' }).click()
    await invocations.getByRole('button', { name: 'Show details' }).first().click()
    await expect(invocations.getByLabel('details', { exact: true })).toContainText(
      /"source": "function_edge_logs"[^]*"execution_time_ms": \d+/,
    )
    expect(await violations(page)).toEqual([])
    const args = ['--project', shared.project.ref, '--name', 'greet']
    const printed = await stoa(shared.server, 'function', 'logs', ...args)
    expect(printed.stdout).toContain('v2  It was called: second')
  })

  await test.step('see the open tab on a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${shared.home}/functions/deployed/greet?tab=details`)
    await expect(page.getByRole('tab', { name: 'Details' })).toBeInViewport({ ratio: 0.9 })
    await page.getByRole('tab', { name: 'Triggers' }).click()
    await expect(page.getByRole('tab', { name: 'Code' })).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('set a secret that the function reads', async () => {
    await page.goto(`${shared.home}/functions/secrets`)
    await page.getByRole('button', { name: 'Add secrets' }).click()
    await page.getByLabel('Secrets', { exact: true }).last().fill('COLOR=green\nOTHER="x"')
    await page.getByRole('button', { name: 'Save 2 secrets' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'COLOR' })).toBeVisible()
    await expect.poll(call, { timeout: 20_000 }).toBe('first green')
  })
  expect(errors).toEqual([])
})

test('the unmodified client calls a function from another site in a browser', async ({ page }) => {
  const { ref, api_url: url, publishable_key: key } = shared.project
  await askPlatform(shared.server, 'POST', `/functions/${ref}/functions/browser/versions`, {
    files: [{ path: 'index.ts', content: CROSS_ORIGIN }],
  })
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>'),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  await page.addScriptTag({ path: CLIENT })
  const results = await page.evaluate(
    async ([url, key]) => {
      const { createClient, FunctionRegion } = (
        globalThis as unknown as { supabase: typeof Supabase }
      ).supabase
      const { functions } = createClient(url, key)
      const json = await functions.invoke('browser', {
        body: { name: 'Ada' },
        region: FunctionRegion.EuWest3,
      })
      const failed = await functions.invoke('browser', { body: {} })
      const stream = await functions.invoke('browser', { method: 'GET' })
      return {
        json: json.data,
        error: [failed.error?.name, failed.response?.status],
        stream: await (stream.data as Response).text(),
      }
    },
    [url, key] as const,
  )
  expect(results).toEqual({
    json: { hello: 'Ada' },
    error: ['FunctionsHttpError', 400],
    stream: 'data: one\n\ndata: two\n\n',
  })
  site.close()
})
