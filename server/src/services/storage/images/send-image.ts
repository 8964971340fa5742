import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.ts'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import type { Project } from '../../../project/project.ts'
import { ContentMissing, type ObjectStore } from '../backend/object-store.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import type { StoredObject } from '../objects/objects.ts'
import { isFailed, isUnchanged } from '../wire/conditions.ts'
import { sendObject } from '../wire/send-object.ts'
import type { ImageCache } from './image-cache.ts'
import { formatOf, MAX_INPUT_BYTES, renderImage, type ImageFormat } from './render.ts'
import { nameTransformations, type Transformation } from './transformation.ts'

export type ImageRequest = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly context: StorageContext
  readonly transformation: Transformation
  /** Reads the row, if the caller can. */
  readonly find: () => Promise<StoredObject>
  /** When a signed URL expires. */
  readonly expires?: Date
}

const PLACES = 2
const MAX_WAITING = 30
const RETRY_SECONDS = 5
/** How often an object that is being replaced is read again. */
const ATTEMPTS = 3

/** Sends transformed images. Only a few are rendered at once; projects take turns. */
export function createSendImage(cacheOf: (project: Project) => ImageCache) {
  const queue = createFairQueue({
    places: PLACES,
    maxWaiting: MAX_WAITING,
    refuse: () =>
      new AppError('image_queue_full', 'Too many images are being transformed.', {
        status: 503,
        retryAfter: RETRY_SECONDS,
        hint: 'Try again in a few seconds.',
      }),
  })

  async function render(
    context: Pick<StorageContext, 'project' | 'store'>,
    version: string,
    transformation: Transformation,
    chosen: ImageFormat | undefined,
  ): Promise<Buffer> {
    const { project, store } = context
    const cache = cacheOf(project)
    const variant = JSON.stringify({ ...transformation, chosen })
    const cached = await cache.find(version, variant)
    if (cached) return cached
    return queue.run(project.ref, async () => {
      // An earlier request in the queue may have rendered the same image.
      const found = await cache.find(version, variant)
      if (found) return found
      const input = await readAll(store, version)
      // Also when the format changes, the object must be an image by its first bytes.
      const format = formatOf(input)
      const image = await renderImage(input, transformation, chosen ?? format)
      await cache.keep(version, variant, image)
      return image
    })
  }

  async function sendOnce(image: ImageRequest, object: StoredObject): Promise<FastifyReply> {
    const { request, reply, context, transformation, expires } = image
    const { metadata, version } = object
    if (metadata === null || version === null) throw storageError('NoSuchKey')
    if ((metadata.size ?? 0) > MAX_INPUT_BYTES) throw tooManyBytes()
    const chosen = chooseFormat(transformation, request.headers.accept)
    const digest = createHash('sha256')
      .update(JSON.stringify([version, transformation, chosen]))
      .digest('hex')
    const etag = `"${digest.slice(0, 32)}"`
    const lastModified = new Date(metadata.lastModified ?? object.updated_at)
    const head = {
      etag,
      'last-modified': lastModified.toUTCString(),
      'cache-control': metadata.cacheControl ?? 'no-cache',
      'x-robots-tag': 'none',
      vary: 'accept',
      ...(expires && { expires: expires.toUTCString() }),
    }
    const validators = { etag, lastModified }
    if (isFailed(request.headers, validators)) return reply.status(412).send()
    if (isUnchanged(request.headers, validators)) return reply.status(304).headers(head).send()
    const body = await render(context, version, transformation, chosen)
    const format = formatOf(body)
    const applied = nameTransformations(transformation)
    return reply
      .status(200)
      .headers({
        ...head,
        'content-type': `image/${format}`,
        ...(applied !== '' && { 'x-transformations': applied }),
      })
      .send(body)
  }

  return async function sendImage(image: ImageRequest): Promise<FastifyReply> {
    const { request, reply, context, find, expires } = image
    if (!context.settings.image_transformation_enabled)
      throw storageError('FeatureNotEnabled', {
        message: 'Image transformation is not enabled for this project',
        hint: 'Turn on image transformation under Storage → Settings.',
      })
    for (let attempt = 1; ; attempt += 1)
      try {
        const object = await find()
        // SVG scales in the browser, so it is not rendered.
        if (object.metadata?.mimetype?.startsWith('image/svg'))
          return await sendObject(request, reply, {
            store: context.store,
            find: () => Promise.resolve(object),
            ...(expires && { expires }),
          })
        return await sendOnce(image, object)
      } catch (error) {
        if (!(error instanceof ContentMissing) || attempt === ATTEMPTS) throw error
      }
  }
}

export type SendImage = ReturnType<typeof createSendImage>

/**
 * The requested format, or the smallest that the client accepts; undefined keeps the image's own.
 */
function chooseFormat({ format }: Transformation, accept = ''): ImageFormat | undefined {
  if (format !== undefined) return format === 'origin' ? undefined : format
  return (['avif', 'webp'] as const).find((name) =>
    accept.split(',').some((range) => {
      const [type = '', ...parameters] = range.toLowerCase().split(';')
      const isRefused = parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter))
      return type.trim() === `image/${name}` && !isRefused
    }),
  )
}

/** The content, which can be longer than its row says. */
async function readAll(store: ObjectStore, version: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of (await store.read(version)) as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > MAX_INPUT_BYTES) throw tooManyBytes()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooManyBytes = () =>
  new AppError('image_too_large', 'The image is too large to transform.', {
    status: 422,
    hint: `Upload an image of at most ${MAX_INPUT_BYTES / 1024 / 1024} MiB.`,
  })
