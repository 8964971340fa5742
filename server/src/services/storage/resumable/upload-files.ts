import { constants } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { FreeBytes } from '../../../lib/free-bytes.ts'
import {
  BATCH_BYTES,
  codeOf,
  createBatches,
  emptyIfMissing,
  sizeOf,
  syncFile,
  unlinkIfThere,
} from '../backend/files.ts'
import { BLOCK_BYTES, createSpaceCheck } from '../backend/space.ts'
import type { Usage } from '../backend/usage.ts'

/** Uploads expire after this time. */
export const EXPIRATION_MS = 24 * 3_600_000

/** The properties that an upload's creation determines. */
const UploadInfo = z.object({
  id: z.string(),
  bucket: z.string(),
  name: z.string(),
  isUpsert: z.boolean(),
  /** The account that will own the object. */
  owner: z.string().optional(),
  /** The creator of the upload. Nobody else can see or continue it. */
  creator: z.string(),
  /** The metadata as the client sent it. */
  metadata: z.record(z.string(), z.string().nullable()),
  /** Unknown until the client declares it. */
  size: z.number().optional(),
  createdAt: z.string(),
})
export type UploadInfo = z.infer<typeof UploadInfo>

export type UploadState = {
  readonly info: UploadInfo
  /** The number of bytes received. */
  readonly offset: number
  /** The row of the object is committed. */
  readonly isFinished: boolean
}

/** The resumable uploads of one project, in its folder. */
export type UploadFiles = {
  create(info: UploadInfo): Promise<void>
  find(id: string): Promise<UploadState | undefined>
  declareSize(info: UploadInfo, size: number): Promise<void>
  /**
   * Appends the body. Resolves when it is durable. After a rejection, the received bytes are kept.
   */
  append(id: string, body: Readable): Promise<void>
  /** The file with the received bytes. */
  contentPath(id: string): string
  /** Removes the bytes of an upload whose row is committed. */
  finish(id: string): Promise<void>
  remove(id: string): Promise<void>
  /** Uploads that are not finished. */
  unfinished(): Promise<readonly string[]>
  /** The received bytes of each unfinished upload. */
  sizes(): Promise<ReadonlyMap<string, number>>
  /** The received bytes of one upload; undefined if it is finished or missing. */
  sizeOf(id: string): Promise<number | undefined>
  /** Removes uploads that were created before the given time. */
  removeOlder(before: Date): Promise<void>
}

type UploadFolder = {
  readonly folder: string
  readonly usage: Usage
  /** Rejects if writing so many bytes could fill the disk. */
  readonly requireSpace: (bytes: number) => Promise<void>
}

/**
 * Uploads as pairs of files:
 *
 *     resumable/<id>.json   its description
 *     resumable/<id>.part   the bytes that have arrived; missing once the upload is finished
 *
 * The size of the second one is the offset, so that nothing is lost when the server is killed.
 */
export function createUploadFiles(
  projectFolder: string,
  { freeBytes, usage }: { readonly freeBytes: FreeBytes; readonly usage: Usage },
): UploadFiles {
  const uploads: UploadFolder = {
    folder: path.join(projectFolder, 'resumable'),
    usage,
    requireSpace: createSpaceCheck(projectFolder, freeBytes),
  }
  const { folder } = uploads
  return {
    async create(info) {
      await mkdir(folder, { recursive: true })
      await uploads.requireSpace(BLOCK_BYTES)
      await (await open(contentPath(folder, info.id), 'wx')).close()
      await writeInfo(folder, info)
    },
    async find(id) {
      const info = await readInfo(folder, id)
      if (!info) return undefined
      const content = await stat(contentPath(folder, id)).catch(undefinedIfMissing)
      return { info, offset: content?.size ?? info.size ?? 0, isFinished: !content }
    },
    declareSize: (info, size) => writeInfo(folder, { ...info, size }),
    append: (id, body) => append(uploads, id, body),
    contentPath: (id) => contentPath(folder, id),
    finish: (id) => removeContent(uploads, id),
    remove: (id) => remove(uploads, id),
    unfinished: () => idsOf(folder, '.part'),
    async sizes() {
      const sizes = new Map<string, number>()
      for (const id of await idsOf(folder, '.part')) {
        const size = await receivedBytes(folder, id)
        if (size !== undefined) sizes.set(id, size)
      }
      return sizes
    },
    sizeOf: (id) => receivedBytes(folder, id),
    async removeOlder(before) {
      const ids = [...(await idsOf(folder, '.json')), ...(await idsOf(folder, '.part'))]
      for (const id of new Set(ids)) {
        const created = await createdAt(folder, id)
        if (!created || created < before) await remove(uploads, id)
      }
    },
  }
}

const infoPath = (folder: string, id: string) => path.join(folder, `${id}.json`)
const contentPath = (folder: string, id: string) => path.join(folder, `${id}.part`)

async function writeInfo(folder: string, info: UploadInfo): Promise<void> {
  const draft = path.join(folder, `${info.id}.new`)
  const file = await open(draft, 'w')
  try {
    await file.writeFile(JSON.stringify(info))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, infoPath(folder, info.id))
  await syncFile(folder)
}

async function readInfo(folder: string, id: string): Promise<UploadInfo | undefined> {
  if (!ID.test(id)) return undefined
  const text = await readFile(infoPath(folder, id), 'utf8').catch(undefinedIfMissing)
  return text === undefined ? undefined : UploadInfo.parse(JSON.parse(text))
}

/** Undefined if nothing of the upload can be read. */
async function createdAt(folder: string, id: string): Promise<Date | undefined> {
  const info = await readInfo(folder, id).catch(() => undefined)
  if (info) return new Date(info.createdAt)
  return (await stat(contentPath(folder, id)).catch(undefinedIfMissing))?.mtime
}

async function receivedBytes(folder: string, id: string): Promise<number | undefined> {
  if (!ID.test(id)) return undefined
  return (await stat(contentPath(folder, id)).catch(undefinedIfMissing))?.size
}

async function append(
  { folder, usage, requireSpace }: UploadFolder,
  id: string,
  body: Readable,
): Promise<void> {
  const content = contentPath(folder, id)
  const file = await open(content, constants.O_WRONLY | constants.O_APPEND)
  const write = createBatches(file)
  const before = await sizeOf(content)
  let counted = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      usage.add(chunk.byteLength)
      counted += chunk.byteLength
      const writing = write(chunk)
      if (writing) {
        await writing
        await requireSpace(BATCH_BYTES)
      }
    }
  } finally {
    try {
      await write.end()
      await file.sync()
    } finally {
      await file.close()
      usage.subtract(counted - ((await sizeOf(content)) - before))
    }
  }
}

async function removeContent({ folder, usage }: UploadFolder, id: string): Promise<void> {
  const content = contentPath(folder, id)
  const size = await sizeOf(content)
  if (await unlinkIfThere(content)) usage.subtract(size)
}

async function remove(uploads: UploadFolder, id: string): Promise<void> {
  const { folder } = uploads
  // Without its description, nobody can continue the upload.
  await unlinkIfThere(infoPath(folder, id))
  await removeContent(uploads, id)
  await unlinkIfThere(path.join(folder, `${id}.new`))
}

const idsOf = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(folder).catch(emptyIfMissing))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .filter((id) => ID.test(id))

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const undefinedIfMissing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}
