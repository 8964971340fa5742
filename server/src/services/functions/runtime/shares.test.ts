import { expect, it } from 'vitest'
import { decideShare, type PlacedProcess } from './shares.ts'

const limits = { maxPerProject: 4, maxOverall: 10, reserved: 2 }

let clock = 0
const processes = (
  count: number,
  organization: string,
  more: Partial<PlacedProcess> = {},
): PlacedProcess[] =>
  Array.from({ length: count }, (_, index) => ({
    // Three processes for each project.
    project: `${organization}-${Math.floor(index / 3)}`,
    organization,
    isIdle: false,
    canEnd: true,
    usedAt: ++clock,
    ...more,
  }))

const decide = (placed: readonly PlacedProcess[], organization: string, project = 'new') =>
  decideShare(placed, { project, organization }, limits)

it('gives a process while there are free slots', () => {
  expect(decide([], 'a')).toEqual({ kind: 'take' })
  expect(decide(processes(7, 'a'), 'a')).toEqual({ kind: 'take' })
})

it('reserves the last slots for organizations without any process', () => {
  const full = processes(8, 'a')
  expect(decide(full, 'a')).toEqual({ kind: 'wait', isProjectFull: false })
  expect(decide(full, 'b')).toEqual({ kind: 'take' })
  expect(decide([...full, ...processes(1, 'b')], 'c')).toEqual({ kind: 'take' })
})

it('limits a project, whose own idle process makes room', () => {
  const busy = processes(4, 'a', { project: 'p' })
  expect(decide(busy, 'a', 'p')).toEqual({ kind: 'wait', isProjectFull: true })
  const [old, young] = processes(2, 'a', { project: 'p', isIdle: true })
  expect(decide([...busy.slice(2), young, old] as PlacedProcess[], 'a', 'p')).toEqual({
    kind: 'end',
    process: old,
  })
})

it('ends the idle process of the organization with the most, and the one that has been idle longest', () => {
  const [small] = processes(1, 'small', { isIdle: true })
  const [first, second] = processes(2, 'big', { isIdle: true })
  const placed = [small, second, first, ...processes(7, 'big')] as PlacedProcess[]
  expect(decide(placed, 'other')).toEqual({ kind: 'end', process: first })
})

it('does not end the idle process of an organization that has fewer', () => {
  const placed = [...processes(8, 'big'), ...processes(1, 'small', { isIdle: true })]
  expect(decide(placed, 'big')).toEqual({ kind: 'wait', isProjectFull: false })
})

it('ends the oldest busy process of the organization with the most for one below its share', () => {
  const [first, ...others] = processes(8, 'big')
  const placed = [...others, first, ...processes(2, 'small')] as PlacedProcess[]
  expect(decide(placed, 'third')).toEqual({ kind: 'end', process: first })
  expect(decide(placed, 'small')).toEqual({ kind: 'end', process: first })
})

it('ends no busy process for an organization that has its share, and none that is still starting', () => {
  const even = [...processes(5, 'a'), ...processes(5, 'b')]
  expect(decide(even, 'a')).toEqual({ kind: 'wait', isProjectFull: false })
  const starting = processes(10, 'a', { canEnd: false })
  expect(decide(starting, 'b')).toEqual({ kind: 'wait', isProjectFull: false })
})

it('converges to equal shares when every organization always wants more', () => {
  let placed = processes(10, 'a')
  for (let round = 0; round < 200; round += 1)
    for (const organization of ['b', 'c', 'a', 'd', 'e']) {
      const decision = decide(placed, organization, `${organization}-${round}`)
      if (decision.kind === 'wait') continue
      if (decision.kind === 'end') placed = placed.filter((one) => one !== decision.process)
      placed.push(...processes(1, organization, { project: `${organization}-${round}` }))
    }
  const countOf = (name: string) =>
    placed.filter(({ organization }) => organization === name).length
  expect(['a', 'b', 'c', 'd', 'e'].map(countOf)).toEqual([2, 2, 2, 2, 2])
})
