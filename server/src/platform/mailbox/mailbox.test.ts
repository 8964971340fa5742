import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../postgres/sql.ts'
import { createTestPlatform, type TestPlatform } from '../../../test/platform.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

let test: TestPlatform
let mailbox: Mailbox
beforeAll(async () => {
  test = await createTestPlatform()
  mailbox = createMailbox({
    control: test.control.database,
    clock: { now: () => test.clock.at },
  })
})
afterAll(() => test.stop())

const send = (projectRef: string, subject: string) =>
  mailbox.keep({
    projectRef,
    to: 'user@example.com',
    subject,
    html: `<p>${subject}</p>`,
    text: subject,
  })

it('lists the mail of one project to its members, newest first', async () => {
  const owner = await test.person('owner')
  const slug = await test.organization(owner)
  const ref = await test.project(owner, slug)
  await send(ref, 'first')
  await send('platform', 'secret')
  await send(ref, 'second 小林')
  const url = `/platform/projects/${ref}/mailbox`
  const answer = await test.call({ method: 'GET', url, as: owner })
  expect(answer.json()).toMatchObject([
    { subject: 'second 小林', to: 'user@example.com', sent_at: '2026-03-01T12:00:00.000Z' },
    { subject: 'first', html: '<p>first</p>', text: 'first' },
  ])
  const reader = await test.memberOf(slug, 'read_only')
  expect((await test.call({ method: 'GET', url, as: reader })).statusCode).toBe(403)
})

it('keeps the newest thousand mails of each project', async () => {
  await test.control.database.as('supabase_admin').run(sql`
    insert into platform.mails (project_ref, recipient, subject, html, text, sent_at)
    select 'crowded', 'a@example.com', 'old ' || n, '', '', now() from generate_series(1, 1000) n`)
  await send('quiet', 'alone')
  await send('crowded', 'newest')
  const kept = await mailbox.list('crowded')
  expect(kept).toHaveLength(1000)
  expect([kept[0]?.subject, kept.at(-1)?.subject]).toEqual(['newest', 'old 2'])
  expect(await mailbox.list('quiet')).toHaveLength(1)
})

it('deletes the mail of a deleted project', async () => {
  const owner = await test.person('owner')
  const ref = await test.project(owner, await test.organization(owner))
  await send(ref, 'gone')
  await test.call({ method: 'DELETE', url: `/platform/projects/${ref}`, as: owner })
  expect(await mailbox.list(ref)).toEqual([])
})
