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
