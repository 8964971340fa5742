import type { BackupParts } from '../deps.ts'
import { backupDamaged } from '../errors.ts'
import { ObjectDamaged, openSealed } from '../sealing/open-sealed.ts'
import { ObjectMissing, type Content } from '../store/object-store.ts'
import { TarDamaged } from '../base/tar.ts'
import { FileDamaged } from './unpack.ts'

type Parts = Pick<BackupParts, 'store' | 'key'>

/** The content of an object, which is right only once it was read to its end. */
export async function readObject({ store, key }: Parts, name: string): Promise<Content> {
  return openSealed(key, name, await store.get(name))
}

type WholeOptions = {
  /** Names the object for a person. */
  readonly part: string
  readonly maxBytes?: number
  /** Rejects with `ObjectMissing` if there is none. */
  readonly isOptional?: boolean
}

/** The whole content of a small object. Rejects with 500 `backup_damaged`, which names the part. */
export async function readWhole(
  parts: Parts,
  name: string,
  { part, maxBytes = Infinity, isOptional = false }: WholeOptions,
): Promise<Buffer> {
  return named(part, { isOptional }, async () => {
    const read: Buffer[] = []
    let bytes = 0
    for await (const each of await readObject(parts, name)) {
      bytes += each.length
      if (bytes > maxBytes) throw new ObjectDamaged('it is too large')
      read.push(each)
    }
    return Buffer.concat(read)
  })
}

/** Names the part of a backup in which damage is found. */
export async function named<T>(
  part: string,
  { isOptional }: { readonly isOptional: boolean },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectMissing && isOptional) throw error
    if (error instanceof ObjectMissing) throw backupDamaged(part, 'is missing', error)
    if (error instanceof ObjectDamaged) throw backupDamaged(part, 'is damaged', error)
    if (error instanceof TarDamaged) throw backupDamaged(part, 'is damaged', error)
    if (error instanceof FileDamaged) throw backupDamaged(part, error.message, error)
    throw error
  }
}
