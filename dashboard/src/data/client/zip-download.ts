import { openFile } from './file-transfer.ts'

/** A file of an archive: its name there, and the signed URL of its content. */
export type ZippedFile = { name: string; modified: Date; url: string }

/** Where an archive is written: into a file that the user chose, or into memory. */
export type ZipTarget = WritableStream<Uint8Array> | undefined

/** Without a chosen file, an archive is built in memory, which has to have room for it. */
export const MOST_ZIP_IN_MEMORY = 2_000_000_000

type Picker = (options: {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>

/** Some browsers can write a download into a file while it arrives. */
function filePicker(): Picker | undefined {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker }
  return showSaveFilePicker?.bind(window)
}

/** Whether an archive of any size can be downloaded. */
export const canStreamZip = (): boolean => filePicker() !== undefined

/**
 * Asks the user for a file, where the browser can. To be called while a click is handled. Throws an
 * `AbortError` if the user closes the question.
 */
export async function chooseZipTarget(suggestedName: string): Promise<ZipTarget> {
  const types = [{ description: 'ZIP file', accept: { 'application/zip': ['.zip'] } }]
  const file = await filePicker()?.({ suggestedName, types })
  return file?.createWritable()
}

type ZipOptions = {
  target: ZipTarget
  signal: AbortSignal
  onProgress: (progress: { files: number; bytes: number }) => void
}

/**
 * Writes an archive of files, one after another. Resolves to its content if it was built in memory.
 * An error or the signal ends it, and nothing is left in the chosen file.
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
