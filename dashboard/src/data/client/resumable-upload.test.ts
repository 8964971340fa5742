import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { abandonUpload, sendResumable } from './resumable-upload.ts'

type UploadOptions = {
  uploadUrl: string | null
  onBeforeRequest: (request: { setHeader: (name: string, value: string) => void }) => Promise<void>
  onShouldRetry: (error: unknown) => boolean
  onUploadUrlAvailable: () => void
  onProgress: (sent: number) => void
  onError: (error: unknown) => void
  onSuccess: () => void
}

const library = vi.hoisted(() => {
  const uploads: FakeUpload[] = []
  const terminated: unknown[] = []
  class FakeUpload {
    url: string | null = null
    isStarted = false
    isAborted = false
    readonly file: unknown
    readonly options: UploadOptions
    constructor(file: unknown, options: UploadOptions) {
      this.file = file
      this.options = options
      uploads.push(this)
    }
    start() {
      this.isStarted = true
    }
    async abort() {
      this.isAborted = true
    }
    static async terminate(...parameters: unknown[]) {
      terminated.push(parameters)
    }
  }
  return { uploads, terminated, FakeUpload }
})
vi.mock('tus-js-client', () => ({ Upload: library.FakeUpload }))

const file = new File(['abc'], 'a.txt')
const onAddress = vi.fn<(address: string) => void>()
const onProgress = vi.fn<(sent: number) => void>()
const token = vi.fn<() => Promise<string>>(async () => 'signed')

/** The error of the library for a response; null for a lost connection. */
const failure = (status: number | null, body = '', causingError?: Error) =>
  Object.assign(new Error('tus'), {
    originalResponse: status === null ? null : { getStatus: () => status, getBody: () => body },
    causingError,
  })

async function begin(options: { from?: string; signal?: AbortSignal } = {}) {
  const sending = sendResumable(file, {
    endpoint: 'https://api/uploads',
    from: options.from,
    metadata: { bucketName: 'files' },
    signal: options.signal ?? new AbortController().signal,
    token,
    onAddress,
    onProgress,
  })
  const settled = sending.then(
    () => 'sent' as const,
    (error: unknown) => error,
  )
  await vi.waitFor(() => expect(library.uploads.at(-1)?.isStarted).toBe(true))
  const upload = library.uploads.at(-1)
  if (!upload) throw new Error('No upload has started.')
  return { upload, settled }
}

beforeEach(() => {
  library.uploads.length = 0
  library.terminated.length = 0
})
afterEach(() => vi.clearAllMocks())

it('sends each request with a token, and passes on the address and the progress', async () => {
  const { upload, settled } = await begin()
  const headers: string[] = []
  const request = { setHeader: (name: string, value: string) => headers.push(`${name}: ${value}`) }
  await upload.options.onBeforeRequest(request)
  await upload.options.onBeforeRequest(request)
  expect(headers).toEqual(['x-signature: signed', 'x-signature: signed'])
  expect(token).toHaveBeenCalledTimes(2)
  upload.url = 'https://api/uploads/1'
  upload.options.onUploadUrlAvailable()
  upload.options.onProgress(2)
  upload.options.onSuccess()
  expect(await settled).toBe('sent')
  expect(onAddress).toHaveBeenCalledWith('https://api/uploads/1')
  expect(onProgress).toHaveBeenCalledWith(2)
})

it('continues an interrupted upload at its address', async () => {
  const { upload } = await begin({ from: 'https://api/uploads/7' })
  expect(upload.options.uploadUrl).toBe('https://api/uploads/7')
})

it.each([
  [500, '', true],
  [423, '', true],
  [429, '', true],
  [409, 'Upload-Offset is 5', true],
  [409, 'The object exists', false],
  [403, '', false],
  [413, '', false],
])('after status %i (%s), retries: %s', async (status, body, expected) => {
  const { upload } = await begin()
  expect(upload.options.onShouldRetry(failure(status, body))).toBe(expected)
})

it('retries a lost connection only while the browser is online', async () => {
  const { upload } = await begin()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(upload.options.onShouldRetry(failure(null))).toBe(false)
  online.mockReturnValue(true)
  expect(upload.options.onShouldRetry(failure(null))).toBe(true)
})

it.each([
  [
    'the response',
    failure(413, 'Maximum size exceeded '),
    { code: 413, message: 'Maximum size exceeded' },
  ],
  ['a taken name', failure(409, 'The object exists'), { code: 409, errorCode: 'KeyAlreadyExists' }],
  ['a lost connection', failure(null), { code: 0 }],
])('rejects with %s', async (_cause, error, expected) => {
  const { upload, settled } = await begin()
  upload.options.onError(error)
  expect(await settled).toBeInstanceOf(ApiError)
  expect(await settled).toMatchObject(expected)
})

it('rejects with the reason why there was no token', async () => {
  const cause = new ApiError('Your role doesn’t allow this.', { code: 403 })
  const { upload, settled } = await begin()
  upload.options.onError(failure(null, '', cause))
  expect(await settled).toBe(cause)
})

it('stops when it is aborted, and keeps what was sent', async () => {
  const controller = new AbortController()
  const { upload, settled } = await begin({ signal: controller.signal })
  const reason = new Error('Paused')
  controller.abort(reason)
  expect(await settled).toBe(reason)
  expect(upload.isAborted).toBe(true)
  expect(library.terminated).toEqual([])
})

it('does not start after an abort', async () => {
  const reason = new Error('Canceled')
  const options = { endpoint: '', from: undefined, metadata: {}, token, onAddress, onProgress }
  await expect(sendResumable(file, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  )
  expect(library.uploads).toEqual([])
})

it('deletes an abandoned upload', async () => {
  await abandonUpload('https://api/uploads/1', 'signed')
  expect(library.terminated).toEqual([
    ['https://api/uploads/1', { headers: { 'x-signature': 'signed' }, retryDelays: null }],
  ])
})
