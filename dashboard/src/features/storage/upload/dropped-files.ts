import type { NewUpload } from './upload-queue.ts'

/** The files that were chosen with a file or folder picker, named below a folder of the bucket. */
export const pickedFiles = (files: Iterable<File>, folder: string): NewUpload[] =>
  [...files].map((file) => ({ name: folder + (file.webkitRelativePath || file.name), file }))

/**
 * The dropped files, and those in dropped folders. The entries of a drop can only be read while its
 * event is handled, so call this at once.
 */
export async function droppedFiles(dropped: DataTransfer, folder: string): Promise<NewUpload[]> {
  const items = [...dropped.items].filter(({ kind }) => kind === 'file')
  const read = items.map(async (item) => {
    const entry = item.webkitGetAsEntry()
    return entry ? filesBelow(entry, folder) : pickedFiles(filesOf(item), folder)
  })
  return (await Promise.all(read)).flat()
}

const filesOf = (item: DataTransferItem): File[] =>
  [item.getAsFile()].filter((file) => file !== null)

/** The files of an entry, which is a file or a folder. Empty folders have none. */
export async function filesBelow(entry: FileSystemEntry, folder: string): Promise<NewUpload[]> {
  const name = folder + entry.name
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ name, file }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const files: NewUpload[] = []
  // A reader returns its entries in several parts, and then an empty one.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return files
    for (const each of entries) files.push(...(await filesBelow(each, `${name}/`)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
