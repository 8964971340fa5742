import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const Version = z.object({
  version: z.int(),
  createdAt: z.int(),
  createdBy: z.string().nullable(),
  bytes: z.int(),
  entrypoint: z.string(),
  importMap: z.string().optional(),
  sha256: z.string(),
})
export type VersionRecord = z.infer<typeof Version>

const Function = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string().default(''),
  verifyJwt: z.boolean(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The number of the active version; 0 while none was ever activated. */
  active: z.int(),
  lastVersion: z.int(),
  versions: z.array(Version),
})
export type FunctionRecord = z.infer<typeof Function>

const Secret = z.object({ name: z.string(), sealed: z.base64(), updatedAt: z.int() })
export type SecretRecord = z.infer<typeof Secret>

const Records = z.object({
  functions: z.array(Function),
  secrets: z.array(Secret),
})
export type Records = Readonly<z.infer<typeof Records>>

const FILE = 'records.json'
const TEMPORARY = 'records.json.new'

/** The folder for incomplete uploads. */
export const stagingOf = (folder: string): string => path.join(folder, 'staging')

export const versionFolderOf = (folder: string, id: string, version: number): string =>
  path.join(folder, 'versions', id, String(version))

/** The records of one project. The file changes only by renaming a complete one over it. */
export type RecordFile = {
  current(): Records
  /** The change is durable when this resolves. */
  save(records: Records): Promise<void>
}

/** Reads a project's records and removes files left by an interrupted deployment. */
export async function openRecords(folder: string): Promise<RecordFile> {
  await mkdir(folder, { recursive: true })
  let records = await read(path.join(folder, FILE))
  await removeLeftovers(folder, records)
  return {
    current: () => records,
    async save(next) {
      await writeSynced(path.join(folder, TEMPORARY), JSON.stringify(next))
      await rename(path.join(folder, TEMPORARY), path.join(folder, FILE))
      records = next
      await syncFolder(folder)
    },
  }
}

async function read(file: string): Promise<Records> {
  try {
    return Records.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { functions: [], secrets: [] }
    throw error
  }
}

async function removeLeftovers(folder: string, { functions }: Records): Promise<void> {
  await rm(stagingOf(folder), { recursive: true, force: true })
  await rm(path.join(folder, TEMPORARY), { force: true })
  const versions = path.join(folder, 'versions')
  for (const id of await namesIn(versions)) {
    const known = functions.find((entry) => entry.id === id)
    if (!known) await rm(path.join(versions, id), { recursive: true, force: true })
    else
      for (const number of await namesIn(path.join(versions, id)))
        if (!known.versions.some(({ version }) => String(version) === number))
          await rm(path.join(versions, id, number), { recursive: true, force: true })
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Writes a file so that its content survives a power failure. */
export async function writeSynced(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes new and renamed entries of a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
