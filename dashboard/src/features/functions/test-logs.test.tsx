import type { FunctionLogRow } from '@stoa/contract/services/functions/logs'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { useTestFunction } from '../../data/resources/services/functions/functions.ts'
import { FIRST_TEST, TestTab } from './test-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

const of = `/platform/functions/${project.ref}/functions/hello`

const line = (id: string, executionId: string, message: string): FunctionLogRow => ({
  id,
  time: '2026-03-01T12:00:00.000Z',
  version: 1,
  kind: 'uncaught',
  level: 'error',
  message,
  executionId,
  source: 'function_logs',
  fields: {
    deployment_id: 'd',
    execution_id: executionId,
    function_id: 'f',
    project_ref: project.ref,
    version: '1',
    event_type: 'UncaughtException',
    level: 'error',
    region: 'local',
  },
})

function Page() {
  const call = useTestFunction(project.ref, 'hello')
  return (
    <TestTab
      projectRef={project.ref}
      slug="hello"
      draft={FIRST_TEST}
      onDraft={() => undefined}
      call={call}
    />
  )
}

it('shows the log entries of the process that responded under the response', async () => {
  answerWith({
    [`GET ${of}/logs`]: [line('2', 'mine', 'Error: boom'), line('1', 'other', 'Not of this test')],
    [`POST ${of}/test`]: {
      status: 500,
      headers: [['x-deno-execution-id', 'mine']],
      body: 'Internal Server Error',
      encoding: 'utf8',
      is_cut: false,
      duration_ms: 3,
    },
  })
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  showSignedIn(inRouter(() => <Page />))
  await userEvent.click(await screen.findByRole('button', { name: 'Send request' }))
  expect(await screen.findByText('Error: boom')).toBeVisible()
  expect(screen.queryByText('Not of this test')).toBeNull()
})
