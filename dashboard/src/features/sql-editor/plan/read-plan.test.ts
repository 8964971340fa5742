import { expect, it } from 'vitest'
import { comparePlans } from './compare-plans.ts'
import { planText } from '../../../components/query-plan/plan-text.ts'
import { planSteps, readPlan, type Plan } from '../../../components/query-plan/read-plan.ts'

const scan = {
  'Node Type': 'Seq Scan',
  'Relation Name': 'orders',
  Alias: 'o',
  'Total Cost': 80,
  'Plan Rows': 10,
  'Actual Rows': 5,
  'Actual Loops': 4,
  'Actual Total Time': 2,
  'Shared Hit Blocks': 7,
  'Shared Read Blocks': 1,
  Filter: '(total > 3)',
  'Rows Removed by Filter': 0,
}
const loop = {
  'Node Type': 'Nested Loop',
  'Join Type': 'Left',
  'Total Cost': 100,
  'Plan Rows': 10,
  'Actual Rows': 20,
  'Actual Loops': 1,
  'Actual Total Time': 10,
  Plans: [scan],
}
const read = (plan: object, rest: object = {}): Plan => {
  const result = readPlan(JSON.stringify([{ Plan: plan, ...rest }]))
  if (!result) throw new Error('This is not a plan')
  return result
}

it('shares the time out to the steps, with the loops of each', () => {
  const { root, executionMs, writes } = read(loop, { 'Execution Time': 10.5 })
  expect(root).toMatchObject({
    title: 'Nested Loop Left Join',
    selfMs: 2,
    share: 0.2,
    actualRows: 20,
  })
  expect(root.children[0]).toMatchObject({
    title: 'Seq Scan on orders as o',
    details: ['Filter: (total > 3)'],
    selfMs: 8,
    share: 0.8,
    actualRows: 20,
    blocksHit: 7,
    blocksRead: 1,
  })
  expect({ executionMs, writes }).toEqual({ executionMs: 10.5, writes: false })
})

it('shares the cost out if the statement did not run', () => {
  expect(planSteps(read(loop).root).map(({ node, depth }) => [depth, node.share])).toEqual([
    [0, 0.2],
    [1, 0.8],
  ])
})

it('knows a plan that writes, and names its operation', () => {
  const insert = { 'Node Type': 'ModifyTable', Operation: 'Insert', 'Relation Name': 'orders' }
  const plan = read({ ...insert, Plans: [{ 'Node Type': 'Result' }] })
  expect([plan.writes, plan.root.title]).toEqual([true, 'Insert on orders'])
})

it('is undefined for other text', () => {
  for (const text of ['', 'Seq Scan', '[]', '{}', '[{"Plan": 1}]'])
    expect(readPlan(text)).toBeUndefined()
})

it('is copied as indented text', () => {
  expect(planText(read(loop, { 'Execution Time': 10.5 }))).toBe(
    [
      'Nested Loop Left Join  (cost 100.00, estimated rows 10, actual rows 20, own time 2.00 ms)',
      '  -> Seq Scan on orders as o  (cost 80.00, estimated rows 40, actual rows 20, own time 8.00 ms)',
      '       Filter: (total > 3)',
      'Execution time: 10.5 ms',
    ].join('\n'),
  )
})

it('is compared with an earlier plan', () => {
  const index = {
    ...scan,
    'Node Type': 'Index Scan',
    'Index Name': 'orders_pkey',
    'Total Cost': 20,
  }
  const before = read(scan, { 'Execution Time': 10 })
  const now = read(index, { 'Execution Time': 4 })
  expect(comparePlans(before, now)).toEqual([
    'Execution took 4.00 ms; before, 10.0 ms (−60 %).',
    'The estimated cost is 20.0; before, 80.0 (−75 %).',
    'New: Index Scan using orders_pkey on orders as o.',
    'Gone: Seq Scan on orders as o.',
  ])
  expect(comparePlans(now, now)).toContain('The steps are the same.')
})
