import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { storageError } from '../errors.ts'
import type { Described, Incoming } from '../objects/upload.ts'

const DEFAULT_TYPE = 'application/octet-stream'
const MAX_TYPE_LENGTH = 255
const MAX_METADATA_BYTES = 64 * 1024
const FORM_LIMITS = { fields: 20, fieldSize: MAX_METADATA_BYTES * 2, files: 1, headerPairs: 50 }

/** The content that a request uploads: its body, or the file of a form. */
export function receive(request: FastifyRequest): Promise<Incoming> {
  const type = request.headers['content-type'] ?? ''
  return /^multipart\/form-data\b/i.test(type)
    ? receiveForm(request, type)
    : Promise.resolve(receiveRaw(request))
}

function receiveRaw({ raw, headers }: FastifyRequest): Incoming {
  const described: Described = {
    cacheControl: cacheControlOf(headers['cache-control']),
    contentEncoding: encodingOf(headers['content-encoding']),
    userMetadata: readHeader(headers['x-metadata']),
  }
  const length = lengthOf(headers['content-length'])
  return {
    body: raw,
    mimetype: mimetypeOf(headers['content-type']),
    length: { atLeast: length ?? 0, atMost: length ?? Infinity },
    described: () => described,
  }
}

/** Resolves when the file of the form begins. Fields can come before or after it. */
function receiveForm({ raw, headers }: FastifyRequest, contentType: string): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    let file: Readable | undefined
    const fail = (error: unknown) => {
      raw.unpipe(form)
      // An accepted file that breaks off must not look complete.
      file?.destroy(malformed(error))
      reject(malformed(error))
    }
    const form = openForm(contentType)
    form.on('field', (name, value) => void fields.set(name, value))
    form.on('file', (_field, body, _filename, _encoding, mimetype) => {
      file = body
      // It can fail before anything reads it.
      body.on('error', () => {})
      resolve({
        body,
        mimetype: mimetypeOf(fields.get('contentType') ?? mimetype),
        // The form is longer than the file in it.
        length: { atLeast: 0, atMost: lengthOf(headers['content-length']) ?? Infinity },
        described: () => ({
          cacheControl: cacheControlOf(fields.get('cacheControl')),
          contentEncoding: encodingOf(fields.get('contentEncoding')),
          userMetadata: readMetadata(fields.get('metadata')),
        }),
      })
    })
    form.once('error', fail)
    form.once('finish', () => {
      if (!file)
        reject(storageError('InvalidRequest', { message: 'No file was found in the form' }))
    })
    raw.once('error', fail)
    raw.once('aborted', () => fail(new Error('The upload was aborted')))
    raw.pipe(form)
  })

  function openForm(type: string) {
    try {
      return new Busboy({ headers: { 'content-type': type }, limits: FORM_LIMITS })
    } catch (cause) {
      throw malformed(cause)
    }
  }
}

const malformed = (cause?: unknown) =>
  storageError('InvalidRequest', { message: 'The form is malformed', cause })

function lengthOf(header: string | undefined): number | undefined {
  return header === undefined ? undefined : Number(header)
}

/** A media type as it can be sent back in a header. */
export function mimetypeOf(text: string | undefined): string {
  const type = text?.trim() ?? ''
  if (type === '') return DEFAULT_TYPE
  if (type.length > MAX_TYPE_LENGTH || !MEDIA_TYPE.test(type))
    throw storageError('InvalidMimeType', {
      message: `mime type ${type.slice(0, 100)} is not supported`,
    })
  return type
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+*-]+(?:\s*;[\x20-\x7e]*)?$/

/** Seconds, as forms send them, or the value of the header. */
export function cacheControlOf(text: string | undefined): string {
  const value = text?.trim() ?? ''
  if (/^\d{1,10}$/.test(value)) return `max-age=${value}`
  return value === '' || value.length > 200 || !/^[\x20-\x7e]+$/.test(value) ? 'no-cache' : value
}

const encodingOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w, -]{1,50}$/.test(text) ? text : undefined

/** `x-metadata`: an object as JSON in Base64. */
export function readHeader(header: string | string[] | undefined) {
  if (typeof header !== 'string') return undefined
  return readMetadata(Buffer.from(header, 'base64').toString('utf8'))
}

const UserMetadata = z.record(z.string(), z.unknown())

export function readMetadata(
  text: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined || text === '') return undefined
  try {
    // Postgres stores no NUL in JSON.
    if (text.length <= MAX_METADATA_BYTES && !text.includes('\\u0000'))
      return UserMetadata.parse(JSON.parse(text))
  } catch {
    // The same response as for an object that is too large.
  }
  throw storageError('InvalidRequest', {
    message: `The metadata must be a JSON object of at most ${MAX_METADATA_BYTES} bytes`,
  })
}

/** Reads and discards the rest of a refused body, so that the client receives its response. */
export function dropBody({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}
