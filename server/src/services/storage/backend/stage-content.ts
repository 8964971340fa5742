import { createHash } from 'node:crypto'
import { link, mkdir, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { isVersion, type ContentPlace } from './content-place.ts'
import { explainMissing } from './disk-place.ts'
import { syncFile } from './files.ts'
import { ContentMissing, type StagedContent, type StageOptions } from './object-store.ts'
import { receiveFile, receiveInMemory, type Receiving } from './receive-body.ts'

const READ_BYTES = 256 * 1024
const READING = { autoClose: false, highWaterMark: READ_BYTES }

/** The uploads of a store that are neither published nor discarded. */
export type StagedUploads = {
  readonly folder: string
  readonly place: ContentPlace
  readonly receiving: Receiving
  readonly staging: string
  hasStaging: boolean
  /** Staged files from their last byte until they are published or discarded. */
  readonly openFiles: Map<string, FileHandle>
  /** Staged content in memory, until it is published or discarded. */
  readonly small: Map<string, Buffer>
}

/** The folder of the files of uploads in progress. */
export const stagingFolderOf = (folder: string): string => path.join(folder, 'staging')

export const createStagedUploads = (
  folder: string,
  { place, receiving }: Pick<StagedUploads, 'place' | 'receiving'>,
): StagedUploads => ({
  folder,
  place,
  receiving,
  staging: stagingFolderOf(folder),
  hasStaging: false,
  openFiles: new Map(),
  small: new Map(),
})

/** Throws `ContentMissing` for a text that is not a version, which must not become part of a path. */
export function requireVersion(version: string): string {
  if (!isVersion(version)) throw new ContentMissing('Not a version of this server')
  return version
}

export const stagedPath = ({ staging }: StagedUploads, version: string): string =>
  path.join(staging, requireVersion(version))

/** Receives a body into a file, which stays open until it is published or discarded. */
export async function stageBody(
  uploads: StagedUploads,
  version: string,
  {
    body,
    allowance = 0,
    ...options
  }: StageOptions & {
    readonly body: Readable
    /** Bytes beyond the limit that are removed afterwards. */
    readonly allowance?: number
  },
): Promise<StagedContent> {
  await ensureStaging(uploads)
  const { file, ...content } = await receiveFile(uploads.receiving, stagedPath(uploads, version), {
    ...options,
    body,
    allowance,
  })
  uploads.openFiles.set(version, file)
  return content
}

/** Receives a small body into memory. */
export async function stageSmall(
  { receiving, small }: StagedUploads,
  version: string,
  { body, ...options }: StageOptions & { readonly body: Readable },
): Promise<StagedContent> {
  const { bytes, ...content } = await receiveInMemory(receiving, body, options)
  small.set(requireVersion(version), bytes)
  return content
}

/** Stages a copy of published content. */
export async function stageCopy(
  uploads: StagedUploads,
  version: string,
  from: string,
): Promise<void> {
  const { place, receiving } = uploads
  await ensureStaging(uploads)
  const size = await place.sizeOf(requireVersion(from))
  await counted(receiving, { size }, () => place.stageCopy(from, stagedPath(uploads, version)))
}

/** Stages published contents one after the other as one. */
export async function stageJoin(
  uploads: StagedUploads,
  version: string,
  from: readonly string[],
): Promise<void> {
  const { place } = uploads
  // The parts are removed afterwards: until then their bytes count twice.
  let allowance = 0
  for (const part of from) allowance += await place.sizeOf(requireVersion(part))
  const body = Readable.from(joined(place, from))
  try {
    await stageBody(uploads, version, { body, allowance })
  } finally {
    // A part that was not read to the end is still open.
    body.destroy()
  }
}

/** Stages a file of the server, which its caller removes afterwards. */
export async function stageFile(
  uploads: StagedUploads,
  version: string,
  file: string,
): Promise<StagedContent> {
  await ensureStaging(uploads)
  const opened = await open(file, 'r').catch(explainMissing)
  try {
    const digest = createHash('md5')
    let size = 0
    for await (const chunk of opened.createReadStream(READING) as AsyncIterable<Buffer>) {
      digest.update(chunk)
      size += chunk.byteLength
    }
    // The file is removed afterwards: until then its bytes count twice.
    await counted(uploads.receiving, { size, allowance: size }, () =>
      link(file, stagedPath(uploads, version)).catch(explainMissing),
    )
    return { size, md5: digest.digest('hex') }
  } finally {
    await opened.close()
  }
}

async function ensureStaging(uploads: StagedUploads): Promise<void> {
  if (uploads.hasStaging) return
  await mkdir(uploads.staging, { recursive: true })
  await syncFile(uploads.folder)
  uploads.hasStaging = true
}

/** Counts bytes as used before the work that stores them, and no longer if it fails. */
async function counted(
  { usage }: Receiving,
  { size, allowance }: { readonly size: number; readonly allowance?: number },
  work: () => Promise<unknown>,
): Promise<void> {
  usage.add(size, allowance)
  try {
    await work()
  } catch (error) {
    usage.subtract(size)
    throw error
  }
}

async function* joined(place: ContentPlace, versions: readonly string[]): AsyncGenerator<Buffer> {
  for (const version of versions)
    for await (const chunk of await place.read(requireVersion(version))) yield chunk as Buffer
}
