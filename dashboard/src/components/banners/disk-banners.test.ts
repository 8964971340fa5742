import { expect, it } from 'vitest'
import { diskBanners } from './disk-banners.ts'

const GB = 1024 ** 3
const disk = {
  used_bytes: 9 * GB,
  limit_bytes: 8 * GB,
  closed_from_bytes: 10 * GB,
  state: 'read_only' as const,
  cause: 'limit' as const,
  read_only_since: '2026-01-01T00:00:00Z',
}

it.each([
  [
    'warns about a database at its limit',
    {},
    'warning',
    'Database is read-only',
    'The project uses 9 GB of its disk limit of 8 GB. Delete data to make it writable again.',
  ],
  [
    'reports closed connections',
    { state: 'closed' as const, used_bytes: 10 * GB },
    'danger',
    'Database connections are closed',
    'The project uses 10 GB of its disk limit of 8 GB. Ask the operator to raise the limit.',
  ],
  [
    'blames the disk of the server',
    { cause: 'server' as const },
    'warning',
    'Database is read-only',
    'The disk of this server is almost full. Ask the operator to free some space.',
  ],
])('%s', (_what, change, kind, title, text) => {
  expect(diskBanners('abc', { ...disk, ...change })).toEqual([
    {
      id: 'disk',
      kind,
      title,
      text,
      link: { label: 'View disk usage', href: '/project/abc/settings/database#disk' },
    },
  ])
})

it('shows nothing for a writable database, and nothing while it is unknown', () => {
  expect(diskBanners('abc', { ...disk, state: 'writable', cause: null })).toEqual([])
  expect(diskBanners('abc', undefined)).toEqual([])
})
