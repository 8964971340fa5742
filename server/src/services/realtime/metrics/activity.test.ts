import { expect, it } from 'vitest'
import { createActivities, measureActivity } from './activity.ts'

function setUp() {
  let time = Date.parse('2026-03-01T12:00:00Z')
  const activities = createActivities({ now: () => new Date(time) })
  const used: Record<string, number> = {}
  const project = {
    ref: 'garden',
    count(service: string, meter: string, amount: number) {
      used[`${service}.${meter}`] = (used[`${service}.${meter}`] ?? 0) + amount
    },
  }
  const pass = (seconds: number) => (time += seconds * 1000)
  return { activities, activity: activities.of(project), used, pass }
}

it('counts for the usage of the project and per minute', () => {
  const { activities, activity, used, pass } = setUp()
  activity.count('messages')
  pass(60)
  activity.count('messages', 2)
  activity.count('errors', 0)
  expect(used).toEqual({ 'realtime.messages': 3 })
  const { minutes } = activities.read('garden')
  expect(minutes).toHaveLength(60)
  expect(minutes.slice(-2).map(({ from, messages }) => [from, messages])).toEqual([
    ['2026-03-01T12:00:00.000Z', 1],
    ['2026-03-01T12:01:00.000Z', 2],
  ])
})

it('shows the maximum number of clients of each minute, and how long they were connected', () => {
  const { activities, activity, used, pass } = setUp()
  for (let client = 0; client < 3; client += 1) activity.change('clients', 1)
  pass(10)
  activity.change('clients', -1)
  pass(60)
  activity.settle()
  activity.change('clients', -1)
  const { clients, minutes } = activities.read('garden')
  expect(clients).toBe(1)
  expect(minutes.slice(-2).map((minute) => minute.clients)).toEqual([3, 2])
  expect(used['realtime.client_ms']).toBe(3 * 10_000 + 2 * 60_000)
})

it('shows clients that are open in a minute without events', () => {
  const { activities, activity, pass } = setUp()
  activity.change('clients', 1)
  pass(60)
  expect(activities.read('garden').minutes.at(-1)?.clients).toBe(1)
})

it('forgets minutes after an hour, and projects without events since then', () => {
  const { activities, activity, pass } = setUp()
  activity.count('joins')
  pass(3600)
  const other = activities.of({ ref: 'other', count: () => {} })
  other.count('joins')
  expect(activities.read('garden').minutes.every(({ joins }) => joins === 0)).toBe(true)
  expect(activities.read('other').minutes.at(-1)?.joins).toBe(1)
})

it('adds what is open and counted on nodes, until they end', () => {
  const { activities, activity, used } = setUp()
  activity.change('clients', 1)
  const report = { ref: 'garden', node: '1' }
  activities.merge({ ...report, open: { clients: 5, channels: 2 } })
  activities.merge({ ...report, open: { clients: 3, channels: 2 } })
  activities.merge({ ...report, counts: { messages: 4, client_ms: 9, unknown: 1, clients: 7 } })
  activities.merge({ ref: 'garden', node: '2', open: { clients: 10 } })
  expect(activities.read('garden')).toMatchObject({ clients: 14, channels: 2 })
  expect(activities.read('garden').minutes.at(-1)).toMatchObject({ clients: 14, messages: 4 })
  activities.merge({ ...report, open: {} })
  expect(activities.read('garden')).toMatchObject({ clients: 11, channels: 0 })
  // The node's usage is counted for the project, not here.
  expect(used).toEqual({})
})

it('measures what is open, and the messages of the last whole minute', () => {
  const { activities, activity, pass } = setUp()
  activity.change('clients', 1)
  activity.count('messages', 20)
  activity.count('deliveries', 100)
  expect(measureActivity(activities.read('garden')).realtime_messages).toBe(0)
  pass(60)
  activity.count('messages', 1000)
  expect(measureActivity(activities.read('garden'))).toEqual({
    realtime_connections: 1,
    realtime_messages: 2,
  })
})
