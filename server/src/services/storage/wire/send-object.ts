import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ObjectStore } from '../backend/object-store.ts'
import { ContentMissing } from '../backend/object-store.ts'
import { storageError } from '../errors.ts'
import type { StoredObject } from '../objects/objects.ts'
import { isFailed, isUnchanged, rangeOf } from './conditions.ts'

export type SendOptions = {
  readonly store: ObjectStore
  /** Reads the row, and again if it was replaced before its content could be opened. */
  readonly find: () => Promise<StoredObject>
  /** When a signed URL expires. */
  readonly expires?: Date
  /** Headers that replace the object's own. */
  readonly headers?: Readonly<Record<string, string>>
}

/** How often an object that is being replaced is read again. */
const ATTEMPTS = 3

/** Sends an object or a part of it, as the request's method and conditions ask. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, find, expires, headers: given }: SendOptions,
): Promise<FastifyReply> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await sendOnce(request, reply, store, await find())
    } catch (error) {
      if (!(error instanceof ContentMissing) || attempt === ATTEMPTS) throw error
    }

  async function sendOnce(
    { method, headers, query }: FastifyRequest,
    to: FastifyReply,
    from: ObjectStore,
    object: StoredObject,
  ): Promise<FastifyReply> {
    const { metadata, version } = object
    if (metadata === null || version === null) throw storageError('NoSuchKey')
    const {
      size = 0,
      eTag: etag = `"${version}"`,
      mimetype = 'application/octet-stream',
    } = metadata
    const lastModified = new Date(metadata.lastModified ?? object.updated_at)
    const validators = { etag, lastModified }
    const head = {
      etag,
      'last-modified': lastModified.toUTCString(),
      'cache-control': metadata.cacheControl ?? 'no-cache',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
      ...(expires && { expires: expires.toUTCString() }),
    }
    if (isFailed(headers, validators)) return to.status(412).send()
    if (isUnchanged(headers, validators)) return to.status(304).headers(head).send()
    const range = rangeOf(headers, size, validators)
    if (range === 'unsatisfiable') {
      void to.header('content-range', `bytes */${size}`)
      throw storageError('InvalidRange')
    }
    const isHead = method === 'HEAD'
    // Opened before the head is sent, because the content may have been removed.
    const body = isHead || size === 0 ? undefined : await from.read(version, range)
    const disposition = dispositionOf(query, object.name)
    void to.headers({
      ...head,
      'content-type': mimetype,
      'content-length': String(range ? range.end - range.start + 1 : size),
      ...(metadata.contentEncoding !== undefined && {
        'content-encoding': metadata.contentEncoding,
      }),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
      ...(disposition !== undefined && { 'content-disposition': disposition }),
      ...given,
    })
    void to.status(range ? 206 : 200)
    if (!body) return to.send()
    // Reading ends when the client disconnects.
    to.raw.once('close', () => body.destroy())
    return to.send(body)
  }
}

/** `?download` names the file that a browser saves; without a value it is the object's own name. */
function dispositionOf(query: unknown, name: string): string | undefined {
  const { download } = query as { readonly download?: unknown }
  if (typeof download !== 'string') return undefined
  const file = download === '' ? (name.split('/').at(-1) ?? '') : download
  const encoded = encodeURIComponent(file.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return file === ''
    ? 'attachment'
    : `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`
}
