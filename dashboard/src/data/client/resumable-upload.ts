import type { DetailedError } from 'tus-js-client'
import { ApiError, UNREACHABLE, unknownErrorMessage } from './api-error.ts'
import { abortReason, type SendFileOptions } from './file-transfer.ts'

type ResumableOptions = SendFileOptions & {
  /** The URL that creates uploads. */
  endpoint: string
  /** The URL of an upload to continue; absent for a new one. */
  from: string | undefined
  /** Called with the address of the upload once it is created. */
  onAddress: (address: string) => void
  metadata: Record<string, string>
  /** The token of the signed upload. Called before each request, because a token expires. */
  token: () => Promise<string>
}

/** Delays before retries after a lost connection or a response from an overloaded server. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000]
/** Bytes per token. */
const CHUNK_BYTES = 64 * 1024 * 1024

/**
 * Uploads a file with the TUS protocol to a signed address of a project, and continues where it was
 * interrupted. Throws `ApiError`, or the signal's reason when aborted; the server keeps the
 * uploaded part, and `from` continues it.
 */
export async function sendResumable(file: File, options: ResumableOptions): Promise<void> {
  const { Upload } = await import('tus-js-client')
  const { signal } = options
  if (signal.aborted) throw abortReason(signal)
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: options.endpoint,
      uploadUrl: options.from ?? null,
      metadata: options.metadata,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onBeforeRequest: async (request) => request.setHeader('x-signature', await options.token()),
      onShouldRetry: (error) => isTransient(error),
      onUploadUrlAvailable: () => {
        if (upload.url !== null) options.onAddress(upload.url)
      },
      onProgress: (sent) => options.onProgress(sent),
      onError: (error) => reject(refusal(error)),
      onSuccess: () => resolve(),
    })
    const abort = () => {
      reject(abortReason(signal))
      void upload.abort().catch(() => undefined)
    }
    signal.addEventListener('abort', abort, { once: true })
    upload.start()
  })
}

/** Deletes the uploaded part of an upload that will not be continued. */
export async function abandonUpload(address: string, token: string): Promise<void> {
  const { Upload } = await import('tus-js-client')
  await Upload.terminate(address, { headers: { 'x-signature': token }, retryDelays: null })
}

const isDetailed = (error: Error): error is DetailedError => 'originalResponse' in error

/** Whether another attempt can succeed: the connection was lost, or the server is busy. */
function isTransient({ originalResponse: response }: DetailedError): boolean {
  if (response === null) return navigator.onLine
  const status = response.getStatus()
  return status >= 500 || status === 423 || status === 429 || isBehind(status, response.getBody())
}

/** The server has a different number of bytes than the browser expects. */
const isBehind = (status: number, body: string) =>
  status === 409 && body.startsWith('Upload-Offset')

function refusal(error: Error): Error {
  if (error instanceof ApiError || !isDetailed(error)) return unwrapped(error)
  const { originalResponse: response } = error
  if (response === null) return unwrapped(error)
  const code = response.getStatus()
  const body = response.getBody().trim()
  const isTaken = code === 409 && !isBehind(code, body)
  return new ApiError(body === '' ? unknownErrorMessage(code) : body, {
    code,
    errorCode: isTaken ? 'KeyAlreadyExists' : undefined,
  })
}

/**
 * If getting a token failed, that is the cause of the library's error; otherwise the server was
 * unreachable.
 */
function unwrapped(error: Error): Error {
  const cause = isDetailed(error) ? error.causingError : error
  return cause instanceof ApiError ? cause : new ApiError(UNREACHABLE, { code: 0 })
}
