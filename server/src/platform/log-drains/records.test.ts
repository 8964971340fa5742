import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let ref: string

beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  ref = await test.project(owner, await test.organization(owner))
})
afterAll(() => test.stop())

const records = () => test.platform.drainRecords
const at = new Date('2026-03-01T12:00:00Z')
const HOUR = at.getTime()

async function added() {
  const id = randomUUID()
  const settings = {
    name: 'Ours',
    description: '',
    sources: ['edge_logs'],
    type: 'webhook',
  } as const
  const drain = await records().add(ref, { ...settings, config: Buffer.from('box'), id, at }, 100)
  return { id, drain }
}

const position = {
  source: 'edge_logs',
  hour: HOUR,
  part: 1,
  bytes: 5_000_000_000,
  events: 7,
  cursor: undefined,
} as const

it('keeps the settings of drains, and not more than the limit', async () => {
  const { id, drain } = await added()
  expect(drain).toMatchObject({ id, ref, name: 'Ours', sources: ['edge_logs'], eventsSent: 0 })
  expect(drain?.config.toString()).toBe('box')
  if (!drain) throw new Error('The drain was not added')
  const { name, description, sources, type, config } = drain
  const change = { name, description, sources, type, config }
  const renamed = await records().change(ref, id, { ...change, name: 'Renamed', at })
  expect(renamed).toMatchObject({ id, name: 'Renamed' })
  expect(await records().add(ref, { ...change, id: randomUUID(), at }, 1)).toBeUndefined()
  expect((await records().listAll()).map((each) => each.id)).toContain(id)
  expect(await records().remove(ref, id)).toBe(true)
  expect(await records().remove(ref, id)).toBe(false)
  expect(await records().find(ref, id)).toBeUndefined()
})

it('keeps the position with the count of what was accepted', async () => {
  const { id } = await added()
  await records().failed(id, { error: 'The destination returned 503.', at })
  expect(await records().find(ref, id)).toMatchObject({ failingSince: at, lastErrorAt: at })
  await records().accepted(id, position, { events: 7, at })
  const cursor = { timestamp: 1_780_315_200_123_456, id: 'e1' }
  const later = { ...position, part: 2, bytes: 0, cursor }
  await records().accepted(id, later, { events: 1, at })
  await records().skipped(id, { ...position, hour: HOUR - 3_600_000 }, 3)
  expect(await records().positions(id)).toEqual(
    expect.arrayContaining([later, { ...position, hour: HOUR - 3_600_000 }]),
  )
  expect(await records().find(ref, id)).toMatchObject({
    eventsSent: 8,
    eventsDropped: 3,
    lastSuccessAt: at,
    failingSince: null,
  })
  await records().forgetPositions(ref, at)
  expect(await records().positions(id)).toEqual([later])
})

it('tells the builders of a project once that a drain was paused', async () => {
  const { id } = await added()
  const pause = { reason: 'failures', at, notice: 'It failed for 3 days.' } as const
  expect(await records().pause(ref, id, pause)).toMatchObject({ pausedReason: 'failures' })
  await records().pause(ref, id, { ...pause, reason: 'plan' })
  const response = await test.call({ method: 'GET', url: '/platform/notifications', as: owner })
  const { notifications } = response.json<{ notifications: { kind: string; text: string }[] }>()
  expect(notifications.filter(({ kind }) => kind === 'log_drain_paused')).toMatchObject([
    { text: 'It failed for 3 days.', link: `/project/${ref}/logs/drains` },
  ])
  expect(await records().resume(ref, id)).toMatchObject({ pausedReason: null })
})
