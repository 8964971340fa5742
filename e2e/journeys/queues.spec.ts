import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Queues')

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const run = (text: string) => inDatabase(shared.project, (database) => database.query(text))

async function callPop(queue: string) {
  const { api_url: url, secret_key: apikey } = shared.project
  const response = await fetch(`${url}/rest/v1/rpc/pop`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', 'content-profile': 'pgmq_public' },
    body: JSON.stringify({ queue_name: queue }),
  })
  return { status: response.status, body: await response.text() }
}

test('a member creates a queue, works with its messages and drops it', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/integrations/queues`)
  await expect(page.getByText('No queues yet')).toBeVisible()

  const create = async (name: string, fill: (form: ReturnType<typeof dialog>) => Promise<void>) => {
    await page.getByRole('button', { name: 'New queue' }).click()
    const form = dialog(page, 'New queue')
    await form.getByLabel('Name').fill(name)
    await fill(form)
    await form.getByRole('button', { name: 'Create queue' }).click()
    await expect(form).toBeHidden()
  }

  await test.step('create a queue and one with a dead-letter queue', async () => {
    await create('failed', async () => {})
    await create('emails', async (form) => {
      await form.getByLabel('Dead-letter queue').click()
      await page.getByRole('option', { name: 'failed' }).click()
      await form.getByLabel('Maximum reads').fill('3')
    })
    await expect(row(page, 'emails')).toContainText('Basic')
    await page.getByRole('button', { name: 'New queue' }).click()
    await dialog(page, 'New queue').getByLabel('Type').click()
    await page.getByRole('option', { name: 'Unlogged' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog(page, 'New queue').getByLabel('Name').fill('Emails')
    await page.getByRole('button', { name: 'Create queue' }).click()
    await expect(page.getByText('A queue named Emails already exists.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('see what programs send, without reloading', async () => {
    await run(`select pgmq.send('emails', '{"to": "sql"}')`)
    await expect(row(page, 'emails')).toContainText('1')
    await row(page, 'emails').getByRole('link').click()
    await expect(page.getByText('failed after 3 reads')).toBeVisible()
    await expect(row(page, '{"to": "sql"}')).toBeVisible()
  })

  await test.step('send messages, one of them later', async () => {
    const send = async (message: string, delay: string) => {
      await page.getByRole('button', { name: 'Send message' }).click()
      const form = dialog(page, 'Send message')
      await form.getByLabel('Message').fill(message)
      await form.getByLabel('Delay').fill(delay)
      await form.getByRole('button', { name: 'Send message' }).click()
      await expect(form).toBeHidden()
    }
    await send('{"to": "now"}', '0')
    await send('{"to": "later"}', '3600')
    await expect(row(page, '{"to": "now"}')).toBeVisible()
    await expect(row(page, '{"to": "later"}')).toBeHidden()
    await page.getByRole('radio', { name: 'Scheduled' }).click()
    await expect(row(page, '{"to": "later"}')).toBeVisible()
  })

  await test.step('archive one message and delete another', async () => {
    await page.getByRole('radio', { name: 'Available' }).click()
    await page.getByRole('button', { name: 'Open message 1' }).click()
    await dialog(page, 'Message 1').getByRole('button', { name: 'Archive' }).click()
    await expect(row(page, '{"to": "sql"}')).toBeHidden()
    await page.getByRole('button', { name: 'Open message 2' }).click()
    await dialog(page, 'Message 2').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete message' }).click()
    await expect(page.getByText('No available messages')).toBeVisible()
    await page.getByRole('radio', { name: 'Archived' }).click()
    await expect(row(page, '{"to": "sql"}')).toBeVisible()
  })

  await test.step('grant a role what it needs to send', async () => {
    const open = async () => {
      await page.getByRole('button', { name: 'Actions for emails' }).click()
      await page.getByRole('menuitem', { name: 'Role grants…' }).click()
    }
    await open()
    const sheet = dialog(page, 'Role grants')
    for (const privilege of ['select', 'insert'])
      await sheet.getByLabel(`Grant ${privilege} to authenticated`).click()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await open()
    await expect(sheet.getByLabel('Grant insert to authenticated')).toBeChecked()
    await expect(sheet.getByLabel('Grant delete to authenticated')).not.toBeChecked()
    await page.keyboard.press('Escape')
  })

  await test.step('purge and drop after typing the name', async () => {
    const confirm = async (action: string, button: string) => {
      await page.getByRole('button', { name: 'Actions for emails' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await expect(page.getByRole('button', { name: button })).toBeDisabled()
      await page.getByLabel('Type emails to confirm').fill('emails')
      await page.getByRole('button', { name: button }).click()
    }
    await confirm('Purge…', 'Purge queue')
    await page.getByRole('radio', { name: 'Scheduled' }).click()
    await expect(page.getByText('No scheduled messages')).toBeVisible()
    await confirm('Delete…', 'Delete queue')
    await expect(page.getByRole('heading', { name: 'Queues' })).toBeVisible()
    await expect(row(page, 'emails')).toBeHidden()
    await expect(row(page, 'failed')).toBeVisible()
  })

  await test.step('let clients use queues, and stop it', async () => {
    await run(`select pgmq.send('failed', '"hello"')`)
    const exposed = page.getByLabel('Expose queues through the Data API')
    await exposed.click()
    await expect(exposed).toBeChecked()
    await expect(exposed).toBeEnabled()
    await expect
      .poll(() => callPop('failed'))
      .toMatchObject({ status: 200, body: expect.stringContaining('hello') })
    await exposed.click()
    await expect(exposed).not.toBeChecked()
    await expect(exposed).toBeEnabled()
    await expect.poll(() => callPop('failed')).toMatchObject({ status: 406 })
  })
  expect(errors).toEqual([])
})
