import { timingSafeEqual } from 'node:crypto'
import { proveRecoveryKey } from '../../lib/recovery-key.ts'
import type { Context } from '../context.ts'

/** Compares the key of a recovery sheet with the key of this installation. */
export function checkRecoveryKey(
  { installationKey }: Pick<Context, 'installationKey'>,
  { proof }: { proof: string },
): { matches: boolean } {
  const own = Buffer.from(proveRecoveryKey(installationKey), 'hex')
  return { matches: timingSafeEqual(own, Buffer.from(proof, 'hex')) }
}
