import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from './errors.ts'

/**
 * Encrypts text so that only this installation can read it, and only for the context it was sealed
 * for.
 */
export type SecretBox = {
  seal(text: string, context: string): Buffer
  sealBytes(bytes: Buffer, context: string): Buffer
  /**
   * Throws 500 `secret_unreadable` if the box is damaged, belongs to another installation, or was
   * sealed for another context.
   */
  open(box: Buffer, context: string): string
  openBytes(box: Buffer, context: string): Buffer
}

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** A 32-byte key for one purpose (HKDF-SHA256), so that no two uses share a key. */
export const deriveKey = (installationKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', installationKey, '', `stoa/${purpose}`, 32))

/**
 * AES-256-GCM with a random nonce; the context is authenticated with the text, so a box moved to
 * another row does not open. Layout: version (1 byte), nonce (12), tag (16), ciphertext.
 */
export function createSecretBox(installationKey: Buffer, purpose: string): SecretBox {
  const key = deriveKey(installationKey, purpose)
  const box: SecretBox = {
    seal: (text, context) => box.sealBytes(Buffer.from(text), context),
    sealBytes(bytes, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed])
    },
    open: (sealed, context) => box.openBytes(sealed, context).toString('utf8'),
    openBytes(given, context) {
      const [iv, tag] = [
        given.subarray(1, 1 + IV_BYTES),
        given.subarray(1 + IV_BYTES).subarray(0, TAG_BYTES),
      ]
      try {
        if (given[0] !== VERSION) throw new Error(`unknown version ${given[0]}`)
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(context))
        decipher.setAuthTag(tag)
        const sealed = given.subarray(1 + IV_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(sealed), decipher.final()])
      } catch (cause) {
        throw new AppError('secret_unreadable', 'A stored secret cannot be read.', {
          status: 500,
          hint: 'The installation key has changed. Restore the key that the secret was stored with.',
          cause,
        })
      }
    },
  }
  return box
}
