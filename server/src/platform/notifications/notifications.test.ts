import type { Notification } from '@stoa/contract/platform/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mailer } from '../../project/mailer.ts'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner)
})
afterAll(() => test.stop())

const url = '/platform/notifications'
type Page = { notifications: Notification[]; unread_count: number }
const page = async (as: Call['as'], query = '') =>
  (await test.call({ method: 'GET', url: `${url}${query}`, as })).json<Page>()
const kinds = async (as: TestPerson) =>
  (await page(as, '?status=all')).notifications.map(({ kind }) => kind)
const members = () => `/platform/organizations/${slug}/members`
const restrict = (status: string) =>
  test.call({
    method: 'PUT',
    url: `/platform/organizations/${slug}/restriction`,
    as: 'operator',
    body: { status },
  })

describe('people are notified', () => {
  it('that an invitation was accepted, if they manage the organization', async () => {
    const developer = await test.memberOf(slug, 'developer')
    const joining = await test.person('joining')
    const invited = await test.call({
      method: 'POST',
      url: `/platform/organizations/${slug}/invitations`,
      as: owner,
      body: { email: joining.email, role: 'administrator' },
    })
    const token = new URL(invited.json<{ link: string }>().link).searchParams.get('token')
    await test.call({
      method: 'POST',
      url: '/platform/invitations/accept',
      as: joining,
      body: { token },
    })
    expect(await page(owner)).toMatchObject({
      notifications: [
        {
          kind: 'invitation_accepted',
          title: `${joining.email} joined Acme`,
          link: `/org/${slug}/team`,
          created_at: '2026-03-01T12:00:00.000Z',
          read_at: null,
          archived_at: null,
        },
      ],
      unread_count: 1,
    })
    expect(await kinds(developer)).toEqual([])
    expect(await kinds(joining)).toEqual([])
  })

  it('that their role has changed, and that they were removed', async () => {
    const developer = await test.memberOf(slug, 'developer')
    const one = `${members()}/${developer.userId}`
    const patch = (role: string) =>
      test.call({ method: 'PATCH', url: one, as: owner, body: { role } })
    await patch('read_only')
    await patch('read_only')
    await test.call({ method: 'DELETE', url: one, as: owner })
    const { notifications } = await page(developer)
    expect(notifications.map(({ kind, title }) => [kind, title])).toEqual([
      ['member_removed', 'You are no longer a member of Acme'],
      ['member_role_changed', 'Your role in Acme is now Read-only'],
    ])
    expect(await kinds(owner)).toEqual([])
  })

  it('that a restore has finished or failed, also by mail, but not that one was undone', async () => {
    const mails: Parameters<Mailer>[0][] = []
    const { platform } = await test.restart({ mailer: async (mail) => void mails.push(mail) })
    const developer = await test.memberOf(slug, 'developer')
    const shop = await test.project(owner, slug, 'Shop')
    const kept = {
      restoredAt: new Date('2026-03-01T12:05:00Z'),
      target: { kind: 'time', at: new Date('2026-03-01T11:00:00Z') },
      bytes: 1,
      statusBefore: 'ACTIVE_HEALTHY',
      keptUntil: new Date('2026-03-08T12:05:00Z'),
    } as const
    const become = async (
      status: 'ACTIVE_HEALTHY' | 'RESTORING' | 'RESTORE_FAILED',
      state?: typeof kept,
    ) => {
      test.fleet.keep(shop, state)
      test.fleet.become(shop, { status })
      await platform.start()
    }
    await become('ACTIVE_HEALTHY')
    await become('RESTORING')
    await become('ACTIVE_HEALTHY', kept)
    await become('RESTORING')
    await become('ACTIVE_HEALTHY')
    await become('RESTORING')
    await become('RESTORE_FAILED')
    const { notifications } = await page(developer)
    expect(notifications.map(({ kind, title }) => [kind, title])).toEqual([
      ['restore_failed', 'The restore of Shop failed'],
      ['restore_finished', 'Shop was restored'],
    ])
    const to = mails.filter((mail) => mail.to === developer.email)
    expect(to.map(({ subject }) => subject)).toEqual([
      'Shop was restored',
      'The restore of Shop failed',
    ])
    expect(to[0]?.text).toContain('2026-03-01 11:00:00 UTC')
  })

  it('that a project could not be created, became unhealthy and was removed', async () => {
    const developer = await test.memberOf(slug, 'developer')
    const reader = await test.memberOf(slug, 'read_only')
    const failed = await test.project(owner, slug, 'Broken')
    const failure = {
      code: 'disk_full',
      message: 'The disk is full.',
      hint: null,
      failed_at: '2026-03-01T12:00:00Z',
    }
    test.fleet.become(failed, { status: 'INIT_FAILED', failure })
    test.platform.projectChanged(failed)
    const shop = await test.project(owner, slug, 'Shop')
    const become = async (status: 'ACTIVE_HEALTHY' | 'ACTIVE_UNHEALTHY') => {
      test.fleet.become(shop, { status })
      test.platform.projectChanged(shop)
      // The same status again sends no notification.
      test.platform.projectChanged(shop)
    }
    await become('ACTIVE_UNHEALTHY')
    await expect.poll(() => kinds(developer)).toHaveLength(2)
    // A change while the platform is down sends one notification at the next start.
    test.fleet.become(shop, { status: 'ACTIVE_HEALTHY' })
    await test.platform.start()
    test.fleet.become(shop, { status: 'ACTIVE_UNHEALTHY' })
    await test.platform.start()
    await test.platform.start()
    await test.call({ method: 'DELETE', url: `/platform/projects/${shop}`, as: owner })
    const { notifications } = await page(developer)
    expect(notifications.map(({ title }) => title)).toEqual([
      'Shop was deleted',
      'Shop is unhealthy',
      'Shop is unhealthy',
      'Broken could not be created',
    ])
    expect(notifications.at(-1)).toMatchObject({
      kind: 'project_creation_failed',
      priority: 'critical',
      text: 'The disk is full.',
      link: `/project/${failed}`,
    })
    // The person who deleted it and members with the role read-only get none.
    expect(await kinds(owner)).not.toContain('project_removed')
    expect(await kinds(reader)).toEqual([])
  })

  it('that a restriction has changed, and once that an invoice is overdue', async () => {
    await restrict('restricted')
    await test.call({
      method: 'POST',
      url: '/platform/installation/invoices',
      as: 'operator',
      body: {
        organization_slug: slug,
        number: 'N-1',
        amount_cents: 100,
        due_at: '2026-03-02T00:00:00Z',
      },
    })
    await test.platform.start()
    expect(await kinds(owner)).toEqual(['restriction_changed'])
    test.clock.at = new Date('2026-03-02T00:00:00Z')
    await test.platform.start()
    await test.platform.start()
    expect(await page(owner)).toMatchObject({
      notifications: [
        {
          kind: 'invoice_overdue',
          title: 'Invoice N-1 of Acme is overdue',
          text: 'Please pay invoices to avoid service disruption.',
          link: `/org/${slug}/billing#invoices`,
        },
        { kind: 'restriction_changed', priority: 'critical' },
      ],
    })
  })
})

describe('the notifications of a person', () => {
  const mark = (as: Call['as'], body: object) => test.call({ method: 'PATCH', url, as, body })
  const ids = async (as: TestPerson, query: string) =>
    (await page(as, query)).notifications.map(({ id }) => id)

  it('can be marked as read or archived together, and back again', async () => {
    await restrict('restricted')
    await test.call({
      method: 'PUT',
      url: `/platform/organizations/${slug}/restriction`,
      as: 'operator',
      body: null,
    })
    const both = await ids(owner, '')
    const [newest = '', oldest = ''] = both
    expect((await mark(owner, { ids: [oldest], is_read: true })).json()).toEqual({
      changed_count: 1,
    })
    expect(await ids(owner, '?status=unread')).toEqual([newest])
    expect(await ids(owner, '?status=inbox')).toEqual(both)
    await mark(owner, { ids: both, is_archived: true })
    expect(await page(owner)).toEqual({ notifications: [], unread_count: 0 })
    expect(await ids(owner, '?status=archived')).toEqual(both)
    await mark(owner, { ids: [newest], is_archived: false, is_read: false })
    expect(await ids(owner, '?status=unread')).toEqual([newest])
    const archived = await test.call({ method: 'POST', url: `${url}/archive-all`, as: owner })
    expect(archived.json()).toEqual({ changed_count: 1 })
    expect(await ids(owner, '?status=all')).toEqual(both)
    expect(await page(owner)).toMatchObject({ unread_count: 0 })
  })

  it('are returned in pages and filtered by priority', async () => {
    await restrict('restricted')
    await test.call({
      method: 'PUT',
      url: `/platform/organizations/${slug}/restriction`,
      as: 'operator',
      body: null,
    })
    const both = await ids(owner, '')
    expect(await ids(owner, '?limit=1')).toEqual(both.slice(0, 1))
    expect(await ids(owner, `?limit=1&after=${both[0]}`)).toEqual(both.slice(1))
    expect(await ids(owner, '?priority=critical')).toEqual(both.slice(1))
    expect(await page(owner, '?priority=critical')).toMatchObject({ unread_count: 2 })
  })

  it('cannot be changed by another user', async () => {
    await restrict('restricted')
    const stranger = await test.person('stranger')
    const mine = await ids(owner, '')
    expect((await mark(stranger, { ids: mine, is_read: true })).json()).toEqual({
      changed_count: 0,
    })
    expect(await page(owner)).toMatchObject({ unread_count: 1 })
  })

  it('refuse a change that names no field', async () => {
    expect((await mark(owner, { ids: [owner.userId] })).statusCode).toBe(400)
  })
})
