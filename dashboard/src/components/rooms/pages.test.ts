import { expect, it } from 'vitest'
import { findPage } from './pages.ts'
import type { Room } from './room.ts'

it.each([
  'advisors/query-performance',
  'integrations/cron',
  'database/hooks',
  'database/wrappers',
  'advisors/security',
  'advisors/rules/security',
  'logs',
])('recognizes /project/{ref}/%s as an unbuilt page', (path) => {
  const found = findPage([], `/project/abc/${path}`)
  expect(found).toMatchObject({ kind: 'unbuilt', page: { path: `/project/$ref/${path}` } })
  expect(findPage([], `/project/abc/${path}/`)).toEqual(found)
})

const logs: Room = {
  name: 'logs',
  pages: [
    {
      path: '/project/$ref/logs',
      title: 'Logs',
      movedFrom: ['/project/$ref/logs/explorer', '/project/$ref/journal/$day'],
    },
  ],
}

it('treats a page as built once a room declares it', () => {
  expect(findPage([logs], '/project/abc/logs')).toEqual({ kind: 'built', page: logs.pages[0] })
})

it("redirects a page's former addresses to the page", () => {
  const moved = { kind: 'moved', to: '/project/abc/logs' }
  expect(findPage([logs], '/project/abc/logs/explorer')).toEqual(moved)
  expect(findPage([logs], '/project/abc/journal/monday')).toEqual(moved)
  expect(findPage([], '/project/abc/logs/explorer')).toEqual(moved)
})

it.each(['/nothing', '', '/constructor', '/__proto__', '/logs/today'])(
  'finds no page at /project/abc%s',
  (path) => expect(findPage([logs], `/project/abc${path}`)).toBeUndefined(),
)
