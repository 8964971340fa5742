import { AppError } from '../../../lib/errors.ts'
import type { Transformation } from './transformation.ts'

export const MAX_INPUT_BYTES = 25 * 1024 * 1024
const MAX_INPUT_PIXELS = 50_000_000
const MAX_SECONDS = 10
const QUALITY = 80
/** Looks like the above quality of the other formats. */
const AVIF_QUALITY = 60
/** More effort makes AVIF many times slower. */
const AVIF_EFFORT = 0

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

const FIT = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

/**
 * Transforms an image in a thread of the library. Never enlarges. Of an animation, the first frame
 * is rendered. Rejects files that are not images, are too large, or take too long.
 */
export async function renderImage(
  input: Buffer,
  { width, height, resize, quality }: Transformation,
  format: ImageFormat,
): Promise<Buffer> {
  const sharp = await load()
  try {
    const image = sharp(input, {
      limitInputPixels: MAX_INPUT_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      autoOrient: true,
    })
      .timeout({ seconds: MAX_SECONDS })
      .resize({ width, height, fit: FIT[resize], withoutEnlargement: true })
    return await image.toFormat(format, optionsOf(format, quality)).toBuffer()
  } catch (cause) {
    throw explain(cause)
  }
}

/** The library is large, and most installations never need it. */
async function load() {
  const { default: sharp } = await import('sharp')
  // Images are rendered in parallel; one does not need every processor.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** PNG and GIF are lossless, so they have no quality. */
function optionsOf(format: ImageFormat, quality: number | undefined) {
  if (format === 'png' || format === 'gif') return {}
  if (format !== 'avif') return { quality: quality ?? QUALITY }
  return { quality: quality ?? AVIF_QUALITY, effort: AVIF_EFFORT }
}

function explain(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : ''
  if (message.includes('pixel limit'))
    return new AppError('image_too_large', 'The image has too many pixels to transform.', {
      status: 422,
      hint: `Upload an image of at most ${MAX_INPUT_PIXELS / 1e6} megapixels.`,
      cause,
    })
  if (message.includes('timeout'))
    return new AppError('image_timeout', 'Transforming the image took too long.', {
      status: 422,
      hint: 'Upload a smaller image.',
      cause,
    })
  return unsupported(cause)
}

const unsupported = (cause?: unknown) =>
  new AppError('image_not_supported', 'This object is not an image that can be transformed.', {
    status: 422,
    hint: 'Supported formats are JPEG, PNG, GIF, WebP, and AVIF.',
    cause,
  })

/**
 * The format by the first bytes: an object's declared type proves nothing, and other decoders are
 * not used.
 */
export function formatOf(input: Buffer): ImageFormat {
  const text = (start: number, end: number) => input.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'GIF8') return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'avif'
  throw unsupported()
}
