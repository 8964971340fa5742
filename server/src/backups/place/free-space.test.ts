import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { requireRoom } from './free-space.ts'
import type { Restorable } from './targets.ts'

const restorable = (segments: number): Restorable => ({
  backup: {
    id: 'a',
    ref: 'r',
    chain: 'c',
    name: null,
    status: 'complete',
    startedAt: new Date(),
    completedAt: new Date(),
    bytes: 1,
    failure: null,
    verification: null,
    timeline: 1,
    firstSegment: 1,
    lastSegment: 1,
  },
  segmentBytes: 1024 * 1024,
  endSegment: segments,
  isCurrent: true,
  reach: { from: new Date(), until: new Date() },
})

it('refuses a restore whose files or WAL have no room', async () => {
  const dataDir = path.join(os.tmpdir(), 'project')
  const huge = new Map([['base/1', { bytes: 1e18, sha256: '' }]])
  for (const [manifest, segments] of [
    [huge, 1],
    [new Map(), 1e12],
  ] as const)
    await expect(
      requireRoom(dataDir, { manifest, chosen: restorable(segments) }),
    ).rejects.toMatchObject({ code: 'disk_full', status: 507 })
})
