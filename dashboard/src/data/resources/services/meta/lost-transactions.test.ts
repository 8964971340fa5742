import type { OpenTransaction } from '@stoa/contract/services/meta/query'
import { expect, it } from 'vitest'
import { withLost } from './lost-transactions.ts'

const transaction = (id: string, change: Partial<OpenTransaction> = {}): OpenTransaction => ({
  id,
  state: 'open',
  reason: null,
  statements: 2,
  is_running: false,
  role: null,
  open_ms: 0,
  idle_limit_ms: 300_000,
  ...change,
})

it('reports an open transaction that the server no longer knows, until it is dismissed', () => {
  const lost = withLost([transaction('a'), transaction('b')], [transaction('b')])
  expect(lost).toEqual([transaction('b'), transaction('a', { state: 'rolled_back' })])
  expect(withLost(lost, [])).toEqual([
    transaction('b', { state: 'rolled_back' }),
    transaction('a', { state: 'rolled_back' }),
  ])
})

it('forgets a report of the server once it was dismissed there', () => {
  const before = [transaction('a', { state: 'rolled_back', reason: 'idle' })]
  expect(withLost(before, [])).toEqual([])
})
