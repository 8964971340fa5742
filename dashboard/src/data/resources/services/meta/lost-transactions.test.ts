import type { OpenTransaction } from '@stoa/contract/services/meta/query'
import { expect, it } from 'vitest'
import { withLost, type ShownTransaction, type TransactionList } from './lost-transactions.ts'

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

const list = (...transactions: ShownTransaction[]): TransactionList => ({
  server_id: 'first start',
  transactions,
})
const listed = (...transactions: OpenTransaction[]) => ({ server_id: 'first start', transactions })

it('reports an open transaction that the server no longer knows, until it is dismissed', () => {
  const lost = withLost(list(transaction('a'), transaction('b')), listed(transaction('b')))
  expect(lost.transactions).toEqual([transaction('b'), transaction('a', { state: 'rolled_back' })])
  expect(withLost(lost, listed()).transactions).toEqual([
    transaction('b', { state: 'rolled_back' }),
    transaction('a', { state: 'rolled_back' }),
  ])
})

it('says that the server was restarted, also when the list is read again', () => {
  const restarted = { server_id: 'second start', transactions: [] }
  const lost = withLost(list(transaction('a')), restarted)
  expect(lost.transactions).toMatchObject([{ state: 'rolled_back', reason: 'server_restarted' }])
  expect(withLost(lost, restarted)).toEqual(lost)
})

it('forgets a report of the server once it was dismissed there', () => {
  const before = list(transaction('a', { state: 'rolled_back', reason: 'idle' }))
  expect(withLost(before, listed()).transactions).toEqual([])
})
