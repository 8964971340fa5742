import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { readHeaders, sendJson } from './http.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Fetch = (url: string, init: RequestInit) => Promise<Response>
function answerWith(answer: Fetch) {
  const fetched = vi.fn<Fetch>(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('the Retry-After of an error response', () => {
  const waitOf = async (headers: Record<string, string>) => {
    answerWith(async () => new Response('{}', { status: 429, headers }))
    const error: unknown = await sendJson({ method: 'GET', url: '/x' }).catch((e: unknown) => e)
    return error instanceof ApiError ? error.retryAfter : error
  }
  const noon = 'Sat, 01 Aug 2026 12:00:00 GMT'

  // SPEC: "Response errors carry code, requestId and retryAfter (from Retry-After)."
  it("is a number of seconds or a date relative to the response's own Date", async () => {
    expect(await waitOf({ 'Retry-After': '7' })).toBe(7)
    expect(await waitOf({ 'Retry-After': 'Sat, 01 Aug 2026 12:00:09 GMT', Date: noon })).toBe(9)
  })

  it('is zero when the date has passed', async () => {
    expect(await waitOf({ 'Retry-After': 'Sat, 01 Aug 2026 11:00:00 GMT', Date: noon })).toBe(0)
  })

  it('is counted from the local clock when the response has no Date', async () => {
    vi.useFakeTimers({ now: Date.parse(noon) })
    expect(await waitOf({ 'Retry-After': 'Sat, 01 Aug 2026 12:01:00 GMT' })).toBe(60)
  })

  it.each(['', 'soon', '-3', '1.5.2'])('is ignored when it is %j', async (value) => {
    expect(await waitOf(value === '' ? {} : { 'Retry-After': value })).toBeUndefined()
  })
})

describe('a HEAD request', () => {
  // SPEC: "Reads requested response headers."
  it('reads the requested headers', async () => {
    const headers = { ETag: '"a1"', 'Content-Length': '12' }
    const fetched = answerWith(async () => new Response(null, { headers }))
    await expect(readHeaders('/x', ['etag', 'x-none'])).resolves.toEqual({
      etag: '"a1"',
      'x-none': null,
    })
    expect(fetched.mock.calls[0]).toMatchObject(['/x', { method: 'HEAD' }])
  })

  // SPEC: "HEAD helper | Default timeout 60 s."
  // SPEC: "HEAD timeout 60 s."
  it('times out after 60 s like an unreachable server', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const deadline = new AbortController()
    timeout.mockReturnValue(deadline.signal)
    answerWith(
      (_url, { signal }) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        ),
    )
    const reading = readHeaders('/x', ['etag'])
    deadline.abort(new DOMException('late', 'TimeoutError'))
    await expect(reading).rejects.toMatchObject({
      code: 0,
      message: 'Unable to reach the server. Please check your network or try again later.',
    })
    expect(timeout).toHaveBeenCalledWith(60_000)
    timeout.mockRestore()
  })

  it('throws for an error response', async () => {
    answerWith(async () => new Response(null, { status: 404 }))
    await expect(readHeaders('/x', ['etag'])).rejects.toMatchObject({ code: 404 })
  })
})
