import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import type * as Supabase from '@supabase/supabase-js'
import { useSession } from '../support/account.ts'
import { violations } from '../support/accessibility.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'
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

const editor = (page: Page) => page.locator('.monaco-editor')
const text = (page: Page) => editor(page).locator('.view-lines')
const errorMarks = (page: Page) => editor(page).locator('.squiggly-error')

/** Replaces the text of the open file. Typed text would get further brackets and indents. */
async function write(page: Page, file: string, code: string) {
  const field = page.getByLabel(`Code of ${file}`)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, code)
}

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
    await expect(text(page)).toContainText('isSigned')
    await write(page, 'index.ts', 'const = 1')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByRole('alert').filter({ hasText: 'index.ts:1:' })).toBeVisible()
    // The page marks the error that the server found.
    await expect(errorMarks(page)).not.toHaveCount(0)
    await write(page, 'index.ts', CODE('first'))
    await page.getByRole('button', { name: 'Deploy function' }).click()
    await expect(page.getByRole('heading', { name: 'greet' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Test', selected: true })).toBeVisible()
    expect(await call()).toBe('first no color')
  })

  await test.step('edit and deploy a second version', async () => {
    await page.getByRole('tab', { name: 'Code' }).click()
    const code = page.getByLabel('Code of index.ts')
    await expect(text(page)).toContainText('first')
    await write(page, 'index.ts', `const text: string = 1\n${CODE('second')}`)
    const types = page.getByRole('list', { name: 'Type errors' })
    // On a busy machine, no check finishes in time.
    await expect(async () => {
      await page.getByRole('button', { name: 'Check code' }).click()
      await expect(types).toContainText('index.ts:1:7', { timeout: 15_000 })
    }).toPass()
    await types.getByRole('button', { name: 'index.ts:1:7' }).click()
    await expect(code).toBeFocused()
    await write(page, 'index.ts', CODE('second'))
    await expect(types).toBeHidden()
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
    await expect.poll(call).toBe('second no color')
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
    // The request and the response are kept while another tab is open.
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
    // A toast that fades out has too little contrast for a moment.
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'New webhook' }).click()
    await expect(
      page.getByRole('dialog', { name: 'New webhook' }).getByLabel('Function', { exact: true }),
    ).toContainText('greet')
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

  await test.step('download the code', async () => {
    await page.getByRole('tab', { name: 'Code' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await (await downloading).path()
    expect((await readFile(file)).toString('latin1')).toContain(CODE('second'))
    await page.getByRole('tab', { name: 'Versions' }).click()
  })

  await test.step('roll back', async () => {
    await page.getByRole('button', { name: 'Activate version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate version' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Active' })).toContainText('1')
    await expect.poll(call).toBe('first no color')
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
    await expect(page.getByRole('definition').first()).toHaveText('index.ts')
    await page.getByLabel('Description', { exact: true }).fill('Greets people')
    await page.getByRole('button', { name: 'Save description' }).click()
    await expect(page.getByRole('button', { name: 'Save description' })).toBeDisabled()
    await page.getByRole('tab', { name: 'Triggers' }).click()
    await expect(page.getByRole('tab', { name: 'Code' })).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('find it by its description', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
    await page.getByLabel('Search functions').fill('greets PEOPLE')
    await expect(page.getByRole('row').filter({ hasText: 'Greets people' })).toContainText('greet')
  })

  await test.step('set a secret that the function reads', async () => {
    await page.goto(`${shared.home}/functions/secrets`)
    await page.getByRole('button', { name: 'Add secrets' }).click()
    await page.getByLabel('Secrets', { exact: true }).last().fill('COLOR=green\nOTHER="x"')
    await page.getByRole('button', { name: 'Save 2 secrets' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'COLOR' })).toBeVisible()
    await expect.poll(call).toBe('first green')
  })
  expect(errors).toEqual([])
})

test('the editor knows the types of Deno and of the other files, and the keyboard leaves it', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/functions/new`)
  await expect(text(page)).toContainText('Greeting')
  await page.getByLabel('Path of a new file').fill('../outside.ts')
  await expect(page.getByRole('button', { name: 'Add file' })).toBeDisabled()
  await page.getByLabel('Path of a new file').fill('lib/greet.ts')
  await page.keyboard.press('Enter')
  await write(page, 'lib/greet.ts', 'export const greet = (name: string) => name.length')
  await page.getByRole('button', { name: 'index.ts', exact: true }).click()
  const code = (argument: string) =>
    `import { Hono } from 'npm:hono@4'
import { greet } from './lib/greet.ts'
const app = new Hono<{ name: string }>()
app.get('/', (context) => context.text(''))
EdgeRuntime.waitUntil(new Supabase.ai.Session('mistral').run('Hello', { timeout: 30 }))
const bytes = Uint8Array.fromHex(Deno.env.get('BYTES') ?? '')
Deno.serve(() => new Response(greet(${argument}) + bytes.toBase64()))`
  await write(page, 'index.ts', code('1'))
  await expect(errorMarks(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.locator('.marker-widget')).toContainText("'number' is not assignable")
  // Escape closes what is open in the editor first.
  await page.keyboard.press('Escape')
  await write(page, 'index.ts', code(`'Ada'`))
  await expect(errorMarks(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Code of index.ts')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Check code' })).toBeFocused()

  await test.step('on a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await write(page, 'index.ts', 'Deno.serve(() => new Response(1))')
    await expect(errorMarks(page)).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  expect(errors).toEqual([])
})

test('changes to a version that has been replaced are kept and overwrite nothing without asking', async ({
  page,
}) => {
  const deploy = (content: string) =>
    askPlatform(
      shared.server,
      'POST',
      `/functions/${shared.project.ref}/functions/replaced/versions`,
      { files: [{ path: 'index.ts', content }] },
    )
  await deploy(CODE('first'))
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/functions/deployed/replaced?tab=code`)
  await expect(text(page)).toContainText('first')
  await write(page, 'index.ts', CODE('mine'))
  await deploy(CODE('theirs'))
  await page.keyboard.press('ControlOrMeta+S')
  const warning = page.getByRole('alert').filter({ hasText: 'version 1, which isn’t active' })
  await expect(warning).toBeVisible()
  await expect(text(page)).toContainText('mine')
  await warning.getByRole('button', { name: 'Deploy anyway' }).click()
  await expect(warning).toBeHidden()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeHidden()
  await expect(text(page)).toContainText('mine')
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
