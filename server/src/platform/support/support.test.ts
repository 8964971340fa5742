import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Mailer } from '../../project/mailer.ts'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let person: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  person = await test.person('person')
  slug = await test.organization(person)
  ref = await test.project(person, slug)
})
afterAll(() => test.stop())

const url = '/platform/support/tickets'
const ticket = { category: 'dashboard_bug', subject: 'Grid  is\nblank', message: 'at <b>x</b>' }
const create = (change: object = {}, as: Call['as'] = person) =>
  test.call({ method: 'POST', url, as, body: { ...ticket, ...change } })
const list = async (as: Call['as'] = person, path = url) =>
  (await test.call({ method: 'GET', url: path, as })).json<{ id: string }[]>()

describe('a support ticket', () => {
  it('is stored, and listed for its author and for operators', async () => {
    const created = await create({ project_ref: ref, allow_support_access: true, severity: 'high' })
    expect(created.statusCode).toBe(201)
    const expected = {
      id: expect.any(String),
      number: 'T-1001',
      email: person.email,
      category: 'dashboard_bug',
      severity: 'high',
      subject: 'Grid  is\nblank',
      message: 'at <b>x</b>',
      // The server fills in this field from the project.
      organization_slug: slug,
      project_ref: ref,
      allow_support_access: true,
      created_at: '2026-03-01T12:00:00.000Z',
    }
    expect(created.json()).toEqual({ ...expected, mail: 'no_mail_server' })
    expect(await list()).toEqual([expected])
    const { id } = created.json<{ id: string }>()
    const everybodys = await list('operator', '/platform/installation/support-tickets')
    expect(everybodys[0]).toMatchObject({ id })
    expect(await list(await test.person('other'))).toEqual([])
  })

  it("goes to the installation's mailbox where support has no address", async () => {
    await create({ message: 'please <help>' })
    const mails = await test.call({
      method: 'GET',
      url: '/platform/installation/mailbox',
      as: 'operator',
    })
    const [mail] = mails.json<{ subject: string; html: string; text: string }[]>()
    expect(mail?.subject).toMatch(/^\[T-\d+\] \[normal\] Grid is blank$/)
    expect(mail?.text).toContain(`From: ${person.email}`)
    expect(mail?.html).toContain('please &lt;help&gt;')
  })

  it('is mailed to the support address, and stored even when the mail fails', async () => {
    const sent: Parameters<Mailer>[0][] = []
    const links = {
      support_email: 'help@example.com',
      enterprise_contact_url: null,
      discussions_url: null,
      status_page_url: null,
    }
    const sending = await test.restart({ links, mailer: async (mail) => void sent.push(mail) })
    const headers = { authorization: `Bearer ${person.token}` }
    await sending.app.inject({ method: 'POST', url, headers, payload: ticket })
    expect(sent).toMatchObject([
      {
        to: 'help@example.com',
        subject: expect.stringMatching(/^\[T-\d+\] \[normal\] Grid is blank$/),
      },
    ])
    const failing = await test.restart({ links, mailer: () => Promise.reject(new Error('down')) })
    const answer = await failing.app.inject({ method: 'POST', url, headers, payload: ticket })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ mail: 'failed' })
    expect(await list()).toHaveLength(2)
  })

  it('is refused for a project or an organization that the caller cannot see', async () => {
    const stranger = await test.person('stranger')
    expect((await create({ organization_slug: slug }, stranger)).json()).toMatchObject({
      code: 'organization_not_found',
    })
    expect((await create({ project_ref: ref }, stranger)).json()).toMatchObject({
      code: 'project_not_found',
    })
    const other = await test.organization(person)
    expect((await create({ project_ref: ref, organization_slug: other })).json()).toMatchObject({
      code: 'project_elsewhere',
    })
    expect(await list(stranger)).toEqual([])
  })

  it.each([
    ['an unknown category', { category: 'gossip' }],
    ['no message', { message: '  ' }],
    ['a message of 20,001 characters', { message: 'x'.repeat(20_001) }],
  ])('is refused with %s', async (_what, change) => {
    expect((await create(change)).statusCode).toBe(400)
  })

  it('accepts 20,000 characters', async () => {
    expect((await create({ message: 'x'.repeat(20_000) })).statusCode).toBe(201)
  })

  it('is refused beyond ten at once', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => create()))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    expect(await list()).toHaveLength(10)
  })

  it('is refused to the operator credential', async () => {
    expect((await create({}, 'operator')).json()).toMatchObject({ code: 'account_needed' })
    expect((await test.call({ method: 'POST', url, body: ticket })).statusCode).toBe(401)
  })
})
