import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { ResultsPanel } from './results-panel.tsx'

const statement = (command: string, row_count: number | null): QueryAnswer['results'][number] => ({
  command,
  row_count,
  columns: [],
  rows: [],
  is_limited: false,
})

function show(
  results: QueryAnswer['results'],
  {
    commands = [],
    ended = 'committed',
  }: { commands?: QueryAnswer['commands']; ended?: QueryAnswer['ended'] } = {},
) {
  render(
    <ResultsPanel
      projectRef="abc"
      queryId="1"
      run={{
        id: '1',
        state: 'done',
        startedAt: 0,
        request: { sql: 'x', start: { line: 1, column: 1 }, rowLimit: 100 },
        answer: { results, commands, notices: [], ended, duration_ms: 1 },
      }}
      name="x"
      onGoTo={() => undefined}
      onCancel={() => undefined}
    />,
  )
}

it('summarizes a long script by command instead of one tab per statement', () => {
  show(
    Array.from({ length: 1000 }, () => statement('INSERT', 2)),
    {
      commands: [
        { command: 'INSERT', statements: 3000, rows: 6000 },
        { command: 'CREATE TABLE', statements: 1, rows: null },
      ],
    },
  )
  expect(screen.getAllByRole('tab')).toHaveLength(1)
  expect(screen.getByText('Success. 3,001 statements ran')).toBeVisible()
  const table = within(screen.getByRole('table', { name: 'Statements by command' }))
  expect(table.getByRole('row', { name: 'INSERT 3,000 6,000' })).toBeVisible()
  expect(table.getByRole('row', { name: 'CREATE TABLE 1 –' })).toBeVisible()
})

it('says that a statement succeeded without returning rows', () => {
  show([statement('CREATE TABLE', null)])
  expect(screen.getByText('Success. No rows returned')).toBeVisible()
})

it('never calls a change that was rolled back a success', () => {
  show([statement('BEGIN', null), statement('INSERT', 1)], { ended: 'left_open' })
  expect(screen.getByRole('status')).toHaveTextContent('Rolled back.')
  expect(screen.getByText('INSERT affected 1 row')).toBeVisible()
  expect(screen.queryByText(/Success/)).toBeNull()
})

it('shows the plan of a statement that was explained, and says that its changes were rolled back', () => {
  const step = { 'Node Type': 'ModifyTable', Operation: 'Insert', 'Relation Name': 'orders' }
  const json = JSON.stringify([{ Plan: { ...step, 'Actual Total Time': 2 }, 'Execution Time': 2 }])
  const results = [{ ...statement('EXPLAIN', null), rows: [[json]] }]
  render(
    <ResultsPanel
      projectRef="abc"
      queryId="1"
      run={{
        id: '1',
        state: 'done',
        startedAt: 0,
        request: { sql: 'x', start: { line: 1, column: 1 }, rowLimit: 100, explain: 'analyze' },
        answer: { results, commands: [], notices: [], ended: 'rolled_back', duration_ms: 1 },
      }}
      name="x"
      onGoTo={() => undefined}
      onCancel={() => undefined}
    />,
  )
  const steps = within(screen.getByRole('table', { name: 'Steps of the plan' }))
  expect(steps.getByText('Insert on orders')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Rolled back.')
})
