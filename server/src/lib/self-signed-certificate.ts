import { sign, type KeyObject } from 'node:crypto'

export type CertificateOptions = {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  readonly commonName: string
  /** DNS names, wildcards allowed. */
  readonly names: readonly string[]
  readonly from: Date
  /** Before the year 2050. */
  readonly until: Date
}

/**
 * A self-signed certificate as PEM: X.509 (RFC 5280) written by hand, since node:crypto only reads
 * certificates.
 */
export function selfSignedCertificate(options: CertificateOptions): string {
  const { publicKey, privateKey, commonName, names, from, until } = options
  const issuer = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, oid('550403'), der(UTF8, Buffer.from(commonName)))),
  )
  const algorithm =
    publicKey.asymmetricKeyType === 'ec'
      ? der(SEQUENCE, oid('2a8648ce3d040302'))
      : der(SEQUENCE, oid('2a864886f70d01010b'), der(NULL))
  const alternatives = der(SEQUENCE, ...names.map((name) => der(0x82, Buffer.from(name))))
  const toSign = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    issuer,
    der(SEQUENCE, time(from), time(until)),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, oid('551d11'), der(OCTETS, alternatives)))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toSign, privateKey)])
  const certificate = der(SEQUENCE, toSign, algorithm, der(BITS, signature))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

const INTEGER = 0x02
const BITS = 0x03
const OCTETS = 0x04
const NULL = 0x05
const UTF8 = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

/** Two digits for the year, which mean a year before 2050. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/g, '')
  return der(UTC_TIME, Buffer.from(`${digits.slice(2, 14)}Z`))
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const short = [size]
  const long = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...(size < 128 ? short : long)]), body])
}
