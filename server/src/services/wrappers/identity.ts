import { createHmac } from 'node:crypto'
import { deriveKey } from '../../lib/secret-box.ts'

/** Values about a foreign server of one project that only this installation can compute. */
export type Identity = {
  /** Proves that this installation wrote the record of the server, for this project. */
  belongsTo(ref: string, id: string): string
  /** The password of the server's user mapping, which the relay asks for. */
  mappingPassword(ref: string, id: string): string
}

export function createIdentity(installationKey: Buffer): Identity {
  const key = deriveKey(installationKey, 'foreign-servers')
  const derive = (...parts: readonly string[]) =>
    createHmac('sha256', key).update(parts.join(' ')).digest('hex')
  return {
    belongsTo: (ref, id) => derive('record', ref, id),
    mappingPassword: (ref, id) => derive('mapping', ref, id),
  }
}
