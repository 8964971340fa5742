import { expect, it } from 'vitest'
import { createSeededRandom } from '../../../../test/seeded-random.ts'
import { createPresenceBook, type PresenceDiff, type Presences } from './presence.ts'

/** Applies diffs as the protocol tells clients to. */
function apply(state: Presences, { joins, leaves }: PresenceDiff): Presences {
  const keys = new Map(Object.entries(state).map(([key, { metas }]) => [key, [...metas]]))
  for (const [key, { metas }] of Object.entries(joins))
    keys.set(key, [...(keys.get(key) ?? []), ...metas])
  for (const [key, { metas }] of Object.entries(leaves)) {
    const gone = new Set(metas.map(({ phx_ref: ref }) => ref))
    const left = (keys.get(key) ?? []).filter(({ phx_ref: ref }) => !gone.has(ref))
    if (left.length > 0) keys.set(key, left)
    else keys.delete(key)
  }
  return Object.fromEntries([...keys].map(([key, metas]) => [key, { metas }]))
}

const sorted = (state: Presences) =>
  Object.entries(state)
    .map(([key, { metas }]) => [key, metas.map(({ phx_ref: ref }) => ref).sort()] as const)
    .sort(([left], [right]) => left.localeCompare(right))

it('leads every client that follows the diffs to the same state', () => {
  const random = createSeededRandom(7)
  let refs = 0
  const book = createPresenceBook({ newRef: () => `${(refs += 1)}`, maxBytes: 1e6 })
  const owners = Array.from({ length: 12 }, (_, at) => ({ key: `key ${at % 5}` }))
  let followed: Presences = {}
  for (let step = 0; step < 2000; step += 1) {
    const owner = owners[random.below(owners.length)]
    if (!owner) continue
    const diff = random.happens(0.6)
      ? book.track('t', owner, { key: owner.key, payload: { step }, bytes: 10 })
      : book.untrack('t', owner)
    if (diff) followed = apply(followed, diff)
    expect(sorted(followed)).toEqual(sorted(book.state('t')))
  }
})

it('uses no more than its memory, and gives it back', () => {
  const book = createPresenceBook({ newRef: () => 'r', maxBytes: 100 })
  const [first, second] = [{}, {}]
  const tracked = (bytes: number) => ({ key: 'k', payload: {}, bytes })
  expect(book.track('t', first, tracked(60))).toBeDefined()
  expect(book.track('t', second, tracked(60))).toBeUndefined()
  expect(book.track('t', first, tracked(100))).toBeDefined()
  book.untrack('t', first)
  expect(book.track('u', second, tracked(100))).toBeDefined()
})
