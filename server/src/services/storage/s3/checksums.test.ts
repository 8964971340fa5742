import { describe, expect, it } from 'vitest'
import { createChecksum, type ChecksumName } from './checksums.ts'

const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

describe('createChecksum', () => {
  // The check values of the catalogue of parametrised CRC algorithms, and of FIPS 180.
  it.each<[ChecksumName, string]>([
    ['crc32', 'cbf43926'],
    ['crc32c', 'e3069283'],
    ['crc64nvme', 'ae8b14860a799888'],
    ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
    ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
  ])('computes %s, in any number of pieces', (name, expected) => {
    const whole = createChecksum(name)
    whole.update(Buffer.from('123456789'))
    expect(hexOf(whole.value())).toBe(expected)
    const pieces = createChecksum(name)
    for (const digit of '123456789') pieces.update(Buffer.from(digit))
    expect(hexOf(pieces.value())).toBe(expected)
  })
})
