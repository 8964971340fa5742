import { ApiError, UNREACHABLE, unknownErrorMessage } from './api-error.ts'
import { isRecord } from './http.ts'

export type SendFileOptions = {
  signal: AbortSignal
  /** Called with the number of bytes that were sent so far. */
  onProgress: (sent: number) => void
}

/** Sends a file with PUT to a signed URL of a project. */
export async function sendFile(url: string, file: File, options: SendFileOptions): Promise<void> {
  const type = file.type || 'application/octet-stream'
  await sendBody({ method: 'PUT', url, body: file, headers: { 'Content-Type': type } }, options)
}

export type BodyRequest = {
  method: 'POST' | 'PUT'
  url: string
  body: Blob
  headers: Readonly<Record<string, string>>
}

/**
 * Sends a body and resolves to the text of the response. `fetch` does not report the progress of a
 * body, so this uses XMLHttpRequest. Throws `ApiError`, or the signal's reason when aborted.
 */
export function sendBody(
  { method, url, body, headers }: BodyRequest,
  { signal, onProgress }: Partial<SendFileOptions>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortReason(signal))
      return
    }
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort, { once: true })
    if (onProgress) request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      const isOk = request.status >= 200 && request.status < 300
      if (isOk) resolve(request.responseText)
      else reject(refusal(request.status, request.responseText))
    })
    request.addEventListener('error', () => reject(new ApiError(UNREACHABLE, { code: 0 })))
    request.addEventListener('abort', () =>
      reject(signal ? abortReason(signal) : new ApiError(UNREACHABLE, { code: 0 })),
    )
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(body)
  })
}

/** The content of a file at a signed URL, read without cookies while it arrives. */
export async function openFile(
  url: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(url, { credentials: 'omit', signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError(UNREACHABLE, { code: 0 })
  })
  if (!response.ok) throw refusal(response.status, await response.text())
  return response.body ?? new Blob().stream()
}

/** Reads at most the first bytes of a file at a signed URL as text, without cookies. */
export async function readFileStart(
  url: string,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<string> {
  const response = await fetch(url, {
    credentials: 'omit',
    headers: { Range: `bytes=0-${bytes - 1}` },
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new ApiError(UNREACHABLE, { code: 0 })
  })
  // An empty file has no first byte.
  if (response.status === 416) return ''
  const text = await response.text()
  if (!response.ok) throw refusal(response.status, text)
  return text
}

/** Why a signal was aborted, as an error. */
export function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError')
}

function refusal(status: number, body: string): ApiError {
  const fields = parse(body)
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return new ApiError(text('message') ?? unknownErrorMessage(status), {
    code: status,
    errorCode: text('code') ?? text('error'),
    hint: text('hint'),
  })
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
