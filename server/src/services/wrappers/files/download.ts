import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toDiskFull } from '../../../lib/disk-full.ts'
import { AppError } from '../../../lib/errors.ts'
import type { OpenResponse, OutgoingStreams } from '../../../lib/outgoing.ts'
import { MAX_FILE_BYTES } from './limits.ts'
import type { FileRequest } from './place.ts'

/** The version of a file according to its server. */
export type FileVersion = { readonly etag: string | null; readonly lastModified: string | null }

export type Download = FileVersion & {
  readonly bytes: number
  /** Whether the file is longer than the requested part. */
  readonly isPartial: boolean
}

type DownloadOptions = {
  readonly path: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Stops after this many bytes, without an error. */
  readonly sampleBytes?: number
  /** The version that is known. */
  readonly known?: FileVersion | undefined
  readonly now: () => number
}

const MAX_REDIRECTS = 5
const CREDENTIALS = new Set(['apikey', 'authorization'])

/**
 * Stores a file, and resolves to undefined if it is the known version. Follows redirects, each to an
 * address that is allowed; another origin gets no credentials. Rejects with the reasons of `OutgoingStreams`,
 * `file_not_found`, `file_refused` or `file_too_large`.
 */
export async function download(
  outgoing: OutgoingStreams,
  request: FileRequest,
  options: DownloadOptions,
): Promise<Download | undefined> {
  const response = await open(outgoing, request, options)
  const { status, headers, body } = response
  if (status === 304 && options.known) {
    body.destroy()
    return undefined
  }
  if (status !== 200) {
    body.destroy()
    throw refused(status, new URL(request.url).host)
  }
  const limit = Math.min(options.sampleBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES)
  const { bytes, isPartial } = await store(body, { ...options, limit }).catch((error: unknown) => {
    throw toDiskFull(error) ?? interrupted(new URL(request.url).host, error)
  })
  if (isPartial && options.sampleBytes === undefined) throw tooLarge()
  return {
    bytes,
    isPartial,
    etag: headers['etag'] ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

/** Writes the body up to the limit. Resolves when all of that is in the file. */
async function store(
  body: Readable,
  { path, signal, limit }: Pick<DownloadOptions, 'path' | 'signal'> & { readonly limit: number },
): Promise<Pick<Download, 'bytes' | 'isPartial'>> {
  let bytes = 0
  let isPartial = false
  async function* upToLimit(): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const kept = chunk.subarray(0, limit - bytes)
      bytes += kept.length
      isPartial = kept.length < chunk.length
      yield kept
      if (isPartial) return
    }
  }
  try {
    await pipeline(upToLimit, createWriteStream(path, { mode: 0o600 }), { signal })
    return { bytes, isPartial }
  } finally {
    body.destroy()
  }
}

async function open(
  outgoing: OutgoingStreams,
  request: FileRequest,
  { timeoutMs, signal, known, now }: DownloadOptions,
): Promise<OpenResponse> {
  const end = now() + timeoutMs
  let url = request.url
  let headers: Readonly<Record<string, string>> = {
    accept: '*/*',
    'user-agent': 'Stoa',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
    ...request.headers,
  }
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await outgoing.open({
      url,
      method: 'GET',
      headers,
      timeoutMs: Math.max(end - now(), 1),
      signal,
      ...(request.ownUrl !== undefined && { ownUrl: request.ownUrl }),
    })
    const { location } = response.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
    if (!isRedirect || location === undefined || !URL.canParse(location, url)) return response
    response.body.destroy()
    const next = new URL(location, url)
    if (next.origin !== new URL(url).origin)
      headers = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name)),
      )
    url = next.href
  }
  throw new AppError('file_refused', `The server redirected more than ${MAX_REDIRECTS} times.`, {
    status: 502,
    hint: 'Enter the address that the redirects lead to.',
  })
}

function refused(status: number, host: string): AppError {
  if (status === 404)
    return new AppError('file_not_found', `${host} has no such file.`, {
      status: 404,
      hint: 'Check the address and the name of the file.',
    })
  return new AppError('file_refused', `${host} responded with status ${status}.`, {
    status: 502,
    hint:
      status === 401 || status === 403
        ? 'Check the credential, and whether it may read the file.'
        : 'Retry later, or check the address.',
  })
}

const interrupted = (host: string, cause: unknown) =>
  new AppError('file_interrupted', `${host} did not send the whole file.`, {
    status: 502,
    hint: 'Retry later.',
    cause,
  })

const tooLarge = () =>
  new AppError('file_too_large', `The file has more than ${MAX_FILE_BYTES / 1024 ** 2} MB.`, {
    status: 413,
    hint: 'Compress it, split it, or write it as Parquet.',
  })
