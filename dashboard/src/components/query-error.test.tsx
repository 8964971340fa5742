import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '../data/client/api-error.ts'
import { QueryError } from './query-error.tsx'

it.each([
  [500, true],
  [403, false],
  [404, false],
])('offers a retry where it can help: status %d', (code, hasRetry) => {
  const error = new ApiError('It failed.', { code })
  render(<QueryError error={error} title="Could not load the queue" onRetry={() => undefined} />)
  expect(screen.getByRole('alert')).toHaveTextContent('It failed.')
  expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(hasRetry ? 1 : 0)
})
