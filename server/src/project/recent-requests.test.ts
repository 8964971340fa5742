import { expect, it } from 'vitest'
import { createRecentRequests } from './recent-requests.ts'

const request = (path: string) => ({
  at: new Date('2026-03-01T12:00:00Z'),
  service: 'rest',
  method: 'GET',
  path,
  status: 200,
  durationMs: 3,
  ip: '192.0.2.1',
})

it('keeps the last requests of each user of each project', () => {
  const recent = createRecentRequests()
  for (let n = 1; n <= 25; n += 1) recent.note('one', 'ada', request(`/${n}`))
  recent.note('two', 'ada', request('/other'))
  const paths = recent.of('one', 'ada').map(({ path }) => path)
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([20, '/25', '/6'])
  expect(recent.of('one', 'bo')).toEqual([])
})

it('is limited, and forgets the user with the oldest last request', () => {
  const recent = createRecentRequests()
  recent.note('one', 'quiet', request('/'))
  recent.note('one', 'busy', request('/'))
  for (let n = 0; n < 1999; n += 1) recent.note('one', `user-${n}`, request('x'.repeat(10_000)))
  expect(recent.of('one', 'quiet')).toEqual([])
  expect(recent.of('one', 'busy')).toHaveLength(1)
  expect(recent.of('one', 'user-5')[0]?.path).toHaveLength(300)
  recent.note('one', 'x'.repeat(10_000), request('/'))
  expect(recent.of('one', 'x'.repeat(10_000))).toEqual([])
})
