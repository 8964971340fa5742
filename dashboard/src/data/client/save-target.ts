/** The destination of a download: a file that the user chose, or memory. */
export type SaveTarget = WritableStream<Uint8Array> | undefined

type Picker = (options: {
  suggestedName: string
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<{ createWritable: () => Promise<WritableStream<Uint8Array>> }>

/** Some browsers can write a download to a file while it arrives. */
function filePicker(): Picker | undefined {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker }
  return showSaveFilePicker?.bind(window)
}

/** Whether a download of any size can be saved. */
export const canSaveStreams = (): boolean => filePicker() !== undefined

export type FileKind = { description: string; type: string; ending: string }

/**
 * Asks the user for a file, if the browser supports that. Call it during a click. Throws an
 * `AbortError` if the user closes the dialog.
 */
export async function chooseSaveTarget(
  suggestedName: string,
  { description, type, ending }: FileKind,
): Promise<SaveTarget> {
  const types = [{ description, accept: { [type]: [ending] } }]
  const file = await filePicker()?.({ suggestedName, types })
  return file?.createWritable()
}

export type SaveOptions = {
  target: SaveTarget
  signal: AbortSignal
  /** Called with the number of bytes that have arrived. */
  onProgress: (bytes: number) => void
}

/**
 * Writes a download to the chosen file. Without one, it resolves to the content. After an error or
 * an abort, nothing remains in the file.
 */
export async function saveStream(
  content: ReadableStream<Uint8Array>,
  { target, signal, onProgress }: SaveOptions,
): Promise<Blob | undefined> {
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
  const counted = content.pipeThrough(counter, { signal })
  if (target === undefined) return new Response(counted as BodyInit).blob()
  await counted.pipeTo(target, { signal })
  return undefined
}
