import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type Call, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())

const url = '/platform/notices'
const all = '/platform/installation/notices'
const outage = {
  title: 'Brief dashboard outage on 16 May 2025, 22:00-23:00 UTC',
  text: 'The dashboard is unavailable for a few minutes. Projects are not affected.',
  link: 'https://status.example/outage',
  visible_from: '2025-05-16T22:00:00Z',
  visible_until: '2025-05-16T23:00:00Z',
}
const create = (change: object = {}, as: Call['as'] = 'operator') =>
  test.call({ method: 'POST', url: all, as, body: { ...outage, ...change } })
const titles = async (as?: Call['as']) =>
  (await test.call({ method: 'GET', url, as })).json<{ title: string }[]>().map((it) => it.title)

describe('a notice', () => {
  // SPEC: "Notice banner about a brief dashboard outage on 16 May 2025, 22:00-23:00 UTC."
  it('is shown to everybody exactly between its two times', async () => {
    const created = await create()
    expect(created.statusCode).toBe(201)
    expect(created.json()).toEqual({
      ...outage,
      id: expect.any(String),
      audience: 'all',
      visible_from: '2025-05-16T22:00:00.000Z',
      visible_until: '2025-05-16T23:00:00.000Z',
    })
    const shownAt = async (moment: string) => {
      test.clock.at = new Date(moment)
      return (await titles()).includes(outage.title)
    }
    expect(await shownAt('2025-05-16T21:59:59.999Z')).toBe(false)
    expect(await shownAt('2025-05-16T22:00:00.000Z')).toBe(true)
    expect(await shownAt('2025-05-16T22:59:59.999Z')).toBe(true)
    expect(await shownAt('2025-05-16T23:00:00.000Z')).toBe(false)
  })

  it('is absent on a new installation', async () => {
    const fresh = await createTestPlatform()
    fresh.clock.at = new Date('2025-05-16T22:30:00Z')
    expect((await fresh.call({ method: 'GET', url })).json()).toEqual([])
    await fresh.stop()
  })

  it('is shown to operators only when it is meant for them', async () => {
    test.clock.at = new Date('2025-05-16T22:30:00Z')
    await create({ title: 'Disk almost full', audience: 'operators' })
    expect(await titles()).not.toContain('Disk almost full')
    expect(await titles(await test.person('reader'))).not.toContain('Disk almost full')
    expect(await titles(await test.operatorPerson())).toContain('Disk almost full')
  })

  it('is shown to a caller whose session has expired', async () => {
    const late = await test.person('late')
    test.accounts.end(late.token, 'expired')
    const answer = await test.call({ method: 'GET', url, as: late })
    expect(answer.statusCode).toBe(200)
  })

  it('disappears when it is deleted, and can be deleted once', async () => {
    test.clock.at = new Date('2025-05-16T22:30:00Z')
    const { id } = (await create({ title: 'Mistake' })).json<{ id: string }>()
    const remove = () => test.call({ method: 'DELETE', url: `${all}/${id}`, as: 'operator' })
    expect((await remove()).statusCode).toBe(200)
    expect(await titles()).not.toContain('Mistake')
    expect((await remove()).json()).toMatchObject({ code: 'notice_not_found' })
  })

  it('is listed for operators before and after it is shown', async () => {
    test.clock.at = new Date('2030-01-01T00:00:00Z')
    await create({
      title: 'Future',
      visible_from: '2031-01-01T00:00:00+02:00',
      visible_until: '2032-01-01T00:00:00Z',
    })
    const answer = await test.call({ method: 'GET', url: all, as: 'operator' })
    const listed = answer.json<{ title: string; visible_from: string }[]>()
    expect(listed[0]).toMatchObject({ title: 'Future', visible_from: '2030-12-31T22:00:00.000Z' })
    expect(listed.map(({ title }) => title)).toContain(outage.title)
  })

  it.each([
    ['an end before its beginning', { visible_until: outage.visible_from }],
    ['a link that is no web address', { link: 'javascript:alert(1)' }],
    ['a moment without an offset', { visible_from: '2025-05-16T22:00:00' }],
    ['no title', { title: ' ' }],
    ['an unknown audience', { audience: 'admins' }],
  ])('is refused with %s', async (_what, change) => {
    const answer = await create(change)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
  })
})
