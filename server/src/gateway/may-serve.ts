import { AppError } from '../lib/errors.ts'
import type { ClientDoorOptions } from './options.ts'

/**
 * Whether a project may keep serving its open requests and sockets. True while the platform's own
 * records cannot be read.
 */
export async function mayServe(
  platform: ClientDoorOptions['platform'],
  ref: string,
): Promise<boolean> {
  try {
    await platform.requireServing(ref)
    return true
  } catch (error) {
    return !(error instanceof AppError) || error.status >= 500
  }
}
