import { expect, it } from 'vitest'
import { createMemoryStore } from '../../../test/memory-store.ts'
import { formatDescription } from '../base/description.ts'
import { descriptionKey, segmentKey } from '../keys.ts'
import { PLATFORM_DATABASE } from '../port.ts'
import { seal } from '../sealing/seal.ts'
import { findPlatformBackup } from './find-platform.ts'

const key = Buffer.alloc(32, 1)
const SEGMENT = 1024 * 1024

/** A store with base backups that need one segment each, and with these segments after them. */
async function storeWith(
  backups: readonly { chain: string; id: string; day: number; first: number }[],
  segments: readonly (readonly [chain: string, number: number])[],
) {
  const store = createMemoryStore()
  for (const { chain, id, day, first } of backups) {
    const object = descriptionKey(PLATFORM_DATABASE, chain, id)
    const content = formatDescription({
      id,
      chain,
      completedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
      bytes: 1,
      timeline: 1,
      firstSegment: first,
      lastSegment: first,
      segmentBytes: SEGMENT,
    })
    await store.put(object, seal(key, object, single(content)))
  }
  for (const [chain, number] of segments)
    await store.put(
      segmentKey(PLATFORM_DATABASE, chain, { timeline: 1, number, segmentBytes: SEGMENT }),
      single(Buffer.alloc(1)),
    )
  return store
}

async function* single(content: Buffer) {
  yield content
}

it('finds the newest base backup, and the changes after it until the first gap', async () => {
  const store = await storeWith(
    [
      { chain: 'aa', id: 'old', day: 1, first: 1 },
      { chain: 'aa', id: 'new', day: 2, first: 4 },
    ],
    [1, 2, 3, 4, 5, 6, 8].map((number) => ['aa', number] as const),
  )
  expect(await findPlatformBackup({ store, key })).toMatchObject({
    backup: { id: 'new', chain: 'aa', firstSegment: 4 },
    endSegment: 6,
    isCurrent: false,
  })
})

it('prefers the history of a recovered installation once it has a base backup of its own', async () => {
  const before = await storeWith([{ chain: 'aa', id: 'lost', day: 1, first: 1 }], [['bb', 9]])
  expect(await findPlatformBackup({ store: before, key })).toMatchObject({ backup: { id: 'lost' } })
  const after = await storeWith(
    [
      { chain: 'aa', id: 'lost', day: 1, first: 1 },
      { chain: 'bb', id: 'own', day: 2, first: 9 },
    ],
    [['bb', 9]],
  )
  expect(await findPlatformBackup({ store: after, key })).toMatchObject({
    backup: { id: 'own' },
    endSegment: 9,
    isCurrent: true,
  })
})

it('refuses a store without a backup, and a key that opens none', async () => {
  const store = await storeWith([{ chain: 'aa', id: 'one', day: 1, first: 1 }], [])
  await expect(findPlatformBackup({ store, key: Buffer.alloc(32, 2) })).rejects.toMatchObject({
    code: 'recovery_key_wrong',
    hint: expect.stringMatching(/\.$/),
  })
  await expect(findPlatformBackup({ store: createMemoryStore(), key })).rejects.toMatchObject({
    code: 'recovery_nothing_found',
    hint: expect.stringMatching(/\.$/),
  })
})
