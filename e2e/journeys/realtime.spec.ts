import { expect, test } from '@playwright/test'
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'

const shared = sharedProject('Realtime', {
  sql: `create table public.todo (id int primary key, title text);
    alter publication supabase_realtime add table public.todo;`,
})

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
  expect(errors).toEqual([])
})
