import { link, open, rm } from 'node:fs/promises'
import { AppError } from './errors.ts'

/**
 * Writes an installation's key into its file, which gets its name only once it is complete and on disk.
 * Rejects with 409 `installation_key_exists` if there is one already.
 */
export async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  const partial = `${file}.restored`
  await rm(partial, { force: true })
  const handle = await open(partial, 'wx', 0o600)
  try {
    await handle.writeFile(key.toString('base64'))
    await handle.sync()
    await link(partial, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    throw new AppError('installation_key_exists', `${file} exists already.`, {
      status: 409,
      hint: 'Move it to another folder if it is not the key of this data, then run the command again.',
      cause,
    })
  } finally {
    await handle.close()
    await rm(partial, { force: true })
  }
}
