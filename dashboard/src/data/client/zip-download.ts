import { openFile } from './file-transfer.ts'
import { canSaveStreams, chooseSaveTarget, type SaveTarget } from './save-target.ts'

/** A file of an archive: its name in the archive, and the signed URL of its content. */
export type ZippedFile = { name: string; modified: Date; url: string }

export type ZipTarget = SaveTarget

/** Without a chosen file, an archive is built in memory, so its size is limited. */
export const MOST_ZIP_IN_MEMORY = 2_000_000_000

/** Whether an archive of any size can be downloaded. */
export const canStreamZip = canSaveStreams

/**
 * Asks the user for a file, if the browser supports that. Call it during a click. Throws an
 * `AbortError` if the user closes the dialog.
 */
export const chooseZipTarget = (suggestedName: string): Promise<ZipTarget> =>
  chooseSaveTarget(suggestedName, {
    description: 'ZIP file',
    type: 'application/zip',
    ending: '.zip',
  })

type ZipOptions = {
  target: ZipTarget
  signal: AbortSignal
  onProgress: (progress: { files: number; bytes: number }) => void
}

/**
 * Writes the files of an archive one after another. Resolves to its content if it was built in
 * memory. After an error or an abort, nothing remains in the chosen file.
 */
export async function writeZip(
  files: AsyncIterable<ZippedFile>,
  { target, signal, onProgress }: ZipOptions,
): Promise<Blob | undefined> {
  const { makeZip } = await import('client-zip')
  const progress = { files: 0, bytes: 0 }
  async function* inputs() {
    for await (const { name, modified, url } of files) {
      const content = await openFile(url, signal)
      const counted = content.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            progress.bytes += chunk.byteLength
            onProgress({ ...progress })
            controller.enqueue(chunk)
          },
        }),
      )
      yield { name, lastModified: modified, input: counted }
      progress.files += 1
      onProgress({ ...progress })
    }
  }
  const archive = makeZip(inputs())
  if (!target) return new Response(archive, ZIP).blob()
  await archive.pipeTo(target, { signal })
  return undefined
}

const ZIP = { headers: { 'content-type': 'application/zip' } }
