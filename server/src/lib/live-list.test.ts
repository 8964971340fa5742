import { expect, it } from 'vitest'
import { createLiveList } from './live-list.ts'

const sorted = (items: readonly string[]) => items.toSorted()

it('keeps the items that were not removed, whatever the order', () => {
  const list = createLiveList<string>()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((item) => list.add(item))
  if (!a || !b || !c || !d) throw new Error('no entries')
  list.remove(b)
  expect(sorted(list.items())).toEqual(['a', 'c', 'd'])
  list.remove(d)
  list.remove(a)
  expect(list.items()).toEqual(['c'])
  const e = list.add('e')
  list.remove(c)
  list.remove(e)
  expect(list.size).toBe(0)
})

it('ignores an entry that is removed twice', () => {
  const list = createLiveList<string>()
  const entry = list.add('a')
  list.add('b')
  expect(list.remove(entry)).toBe(true)
  expect(list.remove(entry)).toBe(false)
  expect(list.items()).toEqual(['b'])
})

it('can be changed while its items are visited', () => {
  const list = createLiveList<string>()
  const entries = ['a', 'b', 'c'].map((item) => list.add(item))
  const visited: string[] = []
  for (const item of list.items()) {
    visited.push(item)
    for (const entry of entries) list.remove(entry)
  }
  expect(visited).toEqual(['a', 'b', 'c'])
  expect(list.items()).toEqual([])
})
