import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { LOG_FOLDER } from '../../postgres/clusters/settings.ts'
import type { Manifest } from '../base/manifest.ts'
import { readTar, type TarEntry } from '../base/tar.ts'
import type { Content } from '../store/object-store.ts'

/** A file of the backup differs from the list that Postgres made. */
export class FileDamaged extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'FileDamaged'
  }
}

/**
 * Unpacks a base backup into a folder that only the server can enter, and checks every file against
 * the manifest. Logs of the past are checked and left out.
 */
export async function unpack(tar: Content, target: string, manifest: Manifest): Promise<void> {
  const missing = new Set(manifest.keys())
  for await (const entry of readTar(tar)) {
    if (entry.kind === 'folder') {
      await mkdir(placeOf(target, entry.path), { recursive: true, mode: 0o700 })
      continue
    }
    const listed = manifest.get(entry.path)
    if (!listed || !missing.delete(entry.path))
      throw new FileDamaged('has a file that its list does not name once')
    const isLog = entry.path.startsWith(`${LOG_FOLDER}/`)
    const actual = await (isLog ? digestOf(entry.content) : writeEntry(target, entry))
    if (entry.bytes !== listed.bytes || actual !== listed.sha256)
      throw new FileDamaged('has a file with a wrong checksum')
  }
  if (missing.size > 0) throw new FileDamaged(`lacks ${missing.size} of its files`)
}

/** Names are bytes, one character for each. */
const placeOf = (target: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${target}${path.sep}`), Buffer.from(name, 'latin1')])

type TarFile = Extract<TarEntry, { kind: 'file' }>

async function writeEntry(target: string, { path: name, mode, content }: TarFile): Promise<string> {
  const digest = createHash('sha256')
  // Only the owner's rights: Postgres refuses directories that others can read.
  const file = await open(placeOf(target, name), 'wx', 0o600 | (mode & 0o700))
  try {
    for await (const part of content) {
      digest.update(part)
      await file.writeFile(part)
    }
  } finally {
    await file.close()
  }
  return digest.digest('hex')
}

async function digestOf(content: Content): Promise<string> {
  const digest = createHash('sha256')
  for await (const part of content) digest.update(part)
  return digest.digest('hex')
}
