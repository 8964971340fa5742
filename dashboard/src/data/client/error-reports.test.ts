import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith } from '../../../test/show.tsx'
import { ApiError } from './api-error.ts'
import { createErrorReporter, watchUncaughtErrors } from './error-reports.ts'
import { createQueryClient } from './query-client.ts'

function reporter() {
  const reports: unknown[] = []
  const made = createErrorReporter(async (body) => reports.push(body))
  return { ...made, reports }
}

afterEach(() => vi.unstubAllGlobals())

describe('error reports', () => {
  it('are sent to the installation with message, stack, page and request id', () => {
    const sent = answerWith({ 'POST /platform/telemetry/errors': {} })
    const error = new Error('broken')
    createErrorReporter().report(error)
    createErrorReporter().report(
      new ApiError('No.', { code: 500, errorCode: 'internal', requestId: 'r1' }),
    )
    expect(sent.map(({ request }) => request)).toEqual([
      'POST /platform/telemetry/errors',
      'POST /platform/telemetry/errors',
    ])
    expect(sent.map(({ body }) => body)).toEqual([
      { message: 'broken', stack: error.stack, page: '/', request_id: null },
      { message: 'No. (internal)', stack: null, page: '/', request_id: 'r1' },
    ])
  })

  it('include each error once and twenty errors at most', () => {
    const { report, reports } = reporter()
    const error = new Error('same')
    report(error)
    report(error)
    expect(reports).toHaveLength(1)
    for (let index = 0; index < 30; index += 1) report(new Error(`other ${index}`))
    expect(reports).toHaveLength(20)
  })

  it('are truncated without splitting a surrogate pair, which the server would reject', () => {
    const { report, reports } = reporter()
    report(new Error('🙂'.repeat(3000)))
    report(new Error(`a${'🙂'.repeat(3000)}`))
    expect(reports).toHaveLength(2)
    for (const { message } of reports as { message: string }[])
      expect(message.isWellFormed()).toBe(true)
  })

  it('include any error that has a tag', () => {
    const { report, reports } = reporter()
    report(new ApiError('x', { code: 401 }), 'permissions')
    expect(reports).toMatchObject([{ message: '[permissions] x (401)' }])
  })

  it('omit errors that are no fault of the installation', () => {
    const { report, reports } = reporter()
    for (const code of [0, 401, 429]) report(new ApiError('x', { code }))
    report(new ApiError('syntax error', { code: 400, errorCode: 'query_failed' }))
    report(new DOMException('aborted', 'AbortError'))
    expect(reports).toEqual([])
  })

  it('include uncaught errors until watching is stopped', () => {
    const { report, reports } = reporter()
    const other = reporter()
    const stopOther = watchUncaughtErrors(other)
    const stop = watchUncaughtErrors({ report })
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('thrown') }))
    stop()
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('later') }))
    stopOther()
    expect(reports).toMatchObject([{ message: 'thrown' }])
    expect(other.reports).toMatchObject([{ message: 'thrown' }, { message: 'later' }])
  })

  it('include every failed query, whether or not the user sees it', async () => {
    const onFault = vi.fn<(error: unknown, tag: string | undefined) => void>()
    const queryClient = createQueryClient({
      onFailure: () => undefined,
      onSuccess: () => undefined,
      onFault,
    })
    const error = new ApiError('No.', { code: 403 })
    const queryFn = () => Promise.reject(error)
    await queryClient.fetchQuery({ queryKey: ['x'], queryFn }).catch(() => undefined)
    expect(onFault.mock.calls).toEqual([[error, undefined]])
  })
})
