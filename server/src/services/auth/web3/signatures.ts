import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** Whether the owner of the Ethereum address signed the message (EIP-191, `personal_sign`). */
export function isSignedByEthereum(message: string, signature: string, address: string): boolean {
  if (!/^0x[\da-f]{130}$/i.test(signature) || !/^0x[\da-f]{40}$/i.test(address)) return false
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const last = bytes[64] ?? 0
  const recovery = last >= 27 ? last - 27 : last
  if (recovery > 1) return false
  const text = Buffer.from(message)
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`)
  const digest = keccak_256(Buffer.concat([prefix, text]))
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    // Otherwise, the message would have a second valid signature, which anyone can compute.
    if (parsed.hasHighS()) return false
    const key = parsed.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(false)
    const owner = Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex')
    return `0x${owner}` === address.toLowerCase()
  } catch {
    return false
  }
}

/** Whether the owner of the Solana address, which is a public key, signed the message. */
export function isSignedBySolana(message: string, signature: string, address: string): boolean {
  const key = decodeBase58(address)
  const bytes = Buffer.from(signature, 'base64url')
  if (key?.length !== 32 || bytes.length !== 64) return false
  try {
    return ed25519.verify(bytes, Buffer.from(message), key, { zip215: false })
  } catch {
    return false
  }
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length < 32 || text.length > 44) return undefined
  let value = 0n
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter)
    if (digit === -1) return undefined
    value = value * 58n + BigInt(digit)
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.alloc(zeros), bytes])
}
