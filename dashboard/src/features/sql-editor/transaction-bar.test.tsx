import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ShownTransaction } from '../../data/resources/services/meta/lost-transactions.ts'
import { TransactionBar } from './transaction-bar.tsx'

function show(change: Partial<ShownTransaction>) {
  const onCommit = vi.fn<() => void>()
  const onRollBack = vi.fn<() => void>()
  render(
    <TransactionBar
      transaction={{
        id: 'a',
        state: 'open',
        reason: null,
        statements: 3,
        is_running: false,
        role: null,
        open_ms: 0,
        idle_limit_ms: 300_000,
        ...change,
      }}
      readAt={Date.now()}
      isBusy={false}
      onCommit={onCommit}
      onRollBack={onRollBack}
    />,
  )
  const bar = screen.getByRole('region', { name: 'Transaction' })
  return { bar, onCommit, onRollBack }
}

it('commits an open transaction', () => {
  const { bar, onCommit } = show({ role: 'anon' })
  expect(bar).toHaveTextContent('Transaction open · 3 statements · 0:00 · as anon')
  fireEvent.click(screen.getByRole('button', { name: 'Commit' }))
  expect(onCommit).toHaveBeenCalled()
})

it('only rolls a failed transaction back', () => {
  const { bar } = show({ state: 'failed', statements: 1 })
  expect(bar).toHaveTextContent(
    'It can only be rolled back, which discards the changes of 1 statement.',
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Roll back'])
})

it('says why the server rolled a transaction back', () => {
  const { bar } = show({ state: 'rolled_back', reason: 'idle' })
  expect(bar).toHaveTextContent(
    'Transaction rolled back. Nothing ran in it for 5 minutes. Changes of 3 statements were discarded.',
  )
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible()
})

it('does not claim to know how a transaction ended that the server no longer knows', () => {
  expect(show({ state: 'rolled_back' }).bar).toHaveTextContent(
    'The transaction is no longer open. It was ended in another window.',
  )
})

it('says that the server restarted', () => {
  expect(show({ state: 'rolled_back', reason: 'server_restarted' }).bar).toHaveTextContent(
    'Transaction rolled back. The server restarted.',
  )
})
