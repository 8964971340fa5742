import type { Svg } from './diagram-svg.ts'

/** Browsers refuse canvases that are larger. */
const LONGEST_SIDE_PX = 8000
const SHARP = 2

/** The picture as PNG, sharp if it is small enough. */
export async function toPng({ text, width, height }: Svg): Promise<Blob> {
  const scale = Math.min(SHARP, LONGEST_SIDE_PX / Math.max(width, height))
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { promise, resolve, reject } = Promise.withResolvers<Blob>()
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))))
    return await promise
  } finally {
    URL.revokeObjectURL(url)
  }
}
