import { expect } from '@playwright/test'
import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Realtime', {
  sql: `create table public.todo (id int primary key, title text);
    alter publication supabase_realtime add table public.todo;`,
})

/** A client with a session of a new user. */
async function signedIn(): Promise<SupabaseClient> {
  const { project } = shared
  const credentials = { email: 'ada@example.com', password: 'a-long-password-42' }
  const admin = createClient(project.api_url, project.secret_key)
  const created = await admin.auth.admin.createUser({ ...credentials, email_confirm: true })
  expect(created.error).toBeNull()
  const client = createClient(project.api_url, project.publishable_key)
  expect((await client.auth.signInWithPassword(credentials)).error).toBeNull()
  return client
}

/** Joins a private channel, and returns the first status. */
async function subscribe(client: SupabaseClient, topic: string): Promise<string> {
  await client.removeAllChannels()
  const channel = client.channel(topic, { config: { private: true } })
  return new Promise((resolve) => channel.subscribe(resolve))
}

// SPEC: "/project/{ref}/realtime/settings and /project/{ref}/realtime/inspector"
test('a member joins a channel, and sees what its clients and the database send', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/realtime/inspector`)
  await expect(page.getByText('No channel joined')).toBeVisible()
  const shown = page.getByRole('region', { name: 'Messages' })
  const received = page.getByRole('list', { name: 'Received messages' })

  await test.step('join a channel', async () => {
    await page.getByLabel('Channel', { exact: true }).fill('room-1')
    await page.getByLabel('Database changes').click()
    await page.getByLabel('Table').fill('todo')
    await page.getByRole('button', { name: 'Join channel' }).click()
    await expect(page.getByRole('button', { name: 'Leave channel' })).toBeVisible()
    await expect(received.getByText('Subscribed to PostgreSQL')).toBeVisible()
  })

  await test.step('send a message', async () => {
    await page.getByRole('textbox', { name: 'Event' }).fill('greeting')
    await page.getByLabel('Payload').fill('{ "text": "Hello" }')
    await page.getByRole('button', { name: 'Send message' }).click()
    await received.getByRole('button', { name: 'greeting' }).click()
    await expect(shown.getByText('"text": "Hello"')).toBeVisible()
  })

  await test.step('see the message of another client and a change of a row', async () => {
    const { project } = shared
    const client = createClient(project.api_url, project.publishable_key)
    const channel = client.channel('room-1')
    await new Promise<void>((resolve) =>
      channel.subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
      }),
    )
    await channel.send({ type: 'broadcast', event: 'from-outside', payload: {} })
    await expect(received.getByRole('button', { name: 'from-outside' })).toBeVisible()
    await client.removeAllChannels()
    await inDatabase(project, (database) =>
      database.query(`insert into public.todo values (1, 'Buy milk')`),
    )
    await received.getByRole('button', { name: 'INSERT on todo' }).click()
    await expect(shown.getByText('"title": "Buy milk"')).toBeVisible()
  })

  await test.step('filter and leave', async () => {
    await page.getByLabel('Filter messages').fill('milk')
    await expect(received.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Leave channel' }).click()
    await expect(page.getByRole('button', { name: 'Join channel' })).toBeVisible()
  })

  await test.step('see the clients and messages of the last hour and day', async () => {
    await page.goto(`${shared.home}/realtime/overview`)
    const received = page.getByRole('img', { name: /^Received: [1-9]/ })
    await expect(received).toBeVisible()
    await expectAccessible(page, 'the overview of realtime')
    await page.getByRole('radio', { name: 'Last 24 hours' }).click()
    await expect(received).toBeVisible()
    await page.getByRole('radio', { name: 'Table' }).click()
    await expect(page.getByRole('table', { name: 'Realtime metrics' })).toBeVisible()
    await expectAccessible(page, 'the table of realtime metrics')
    await page.goto(`${shared.home}/realtime/inspector`)
  })

  await test.step('allow private channels only, which takes effect at once', async () => {
    await page.getByRole('link', { name: 'settings', exact: true }).click()
    await page.getByRole('switch', { name: 'Allow public channels' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
    await page.goto(`${shared.home}/realtime/inspector`)
    await page.getByLabel('Channel', { exact: true }).fill('room-1')
    await page.getByRole('button', { name: 'Join channel' }).click()
    await expect(page.getByText('only allows private channels')).toBeVisible()
  })

  await test.step('let signed-in users use one private channel', async () => {
    await page.goto(`${shared.home}/realtime/policies`)
    await expect(page.getByText('Only secret keys can use private channels')).toBeVisible()
    const client = await signedIn()
    expect(await subscribe(client, 'room-2')).toBe('CHANNEL_ERROR')
    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByRole('radio', { name: /^One topic/ }).click()
    await page.getByLabel('Topic', { exact: true }).fill('room-2')
    await expectAccessible(page, 'the sheet of a new policy')
    await page.getByRole('button', { name: 'Create policies' }).click()
    const policies = page.getByRole('list', { name: 'Policies of private channels' })
    await expect(policies.getByRole('listitem')).toHaveCount(2)
    expect(await subscribe(client, 'room-2')).toBe('SUBSCRIBED')
    expect(await subscribe(client, 'room-3')).toBe('CHANNEL_ERROR')
    await client.removeAllChannels()
  })

  await test.step('join the private channel as that user', async () => {
    await page.goto(`${shared.home}/realtime/inspector`)
    await page.getByLabel('Channel', { exact: true }).fill('room-2')
    await page.getByLabel('Private channel').click()
    await page.getByRole('button', { name: 'Join channel' }).click()
    await expect(page.getByText('You do not have permissions to read')).toBeVisible()
    await page.getByRole('combobox', { name: 'Join as' }).click()
    await page.getByRole('option', { name: /^Signed-in user/ }).click()
    await page.getByRole('button', { name: /^User:/ }).click()
    await page.getByRole('option', { name: /^ada@example.com/ }).click()
    await expectAccessible(page, 'the inspector as another user')
    await page.getByRole('button', { name: 'Join channel' }).click()
    await expect(page.getByRole('button', { name: 'Leave channel' })).toBeVisible()
  })
  expect(errors).toEqual([])
})
