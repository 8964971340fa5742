import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'

/** How far a file is read. */
const Position = z.object({
  offset: z.int().min(0),
  /** The last bytes before it in hexadecimal: other bytes there mean that the file began again. */
  anchor: z.string(),
  skips: z.boolean(),
})
export type Position = z.infer<typeof Position>

const Positions = z.object({
  files: z.record(z.string(), Position),
  /** False if events after the positions may be stored already. */
  isClean: z.boolean(),
  savedAt: z.number(),
})
export type Positions = z.infer<typeof Positions>

const newPositions = (isClean: boolean): Positions => ({ files: {}, isClean, savedAt: 0 })

const fileOf = (folder: string, ref: string) => path.join(folder, `${ref}.json`)

/** Where reading ended. A damaged file counts as none: what was read before is recognized. */
export async function loadPositions(folder: string, ref: string): Promise<Positions> {
  try {
    return Positions.parse(JSON.parse(await readFile(fileOf(folder, ref), 'utf8')))
  } catch (error) {
    return newPositions(codeOf(error) === 'ENOENT')
  }
}

export async function savePositions(
  folder: string,
  ref: string,
  positions: Positions,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = fileOf(folder, ref)
  const text = JSON.stringify(positions)
  await writeFile(`${file}.tmp`, text, { mode: 0o600 })
  await rename(`${file}.tmp`, file)
}

export const removePositions = (folder: string, ref: string): Promise<void> =>
  rm(fileOf(folder, ref), { force: true })
