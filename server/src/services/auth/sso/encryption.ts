import { createRequire } from 'node:module'
import { validationFailed } from '../errors.ts'

type Elements = {
  readonly length: number
  item(index: number): { getAttribute(name: string): string | null } | null
}

type XmlDom = {
  readonly DOMParser: new (options: { errorHandler: Readonly<Record<string, () => void>> }) => {
    parseFromString(
      xml: string,
      type: 'text/xml',
    ): { getElementsByTagNameNS(namespace: string, name: string): Elements }
  }
}

// An import would bring the types of browsers along, which differ from those of Node.
const require = createRequire(import.meta.url)
const { DOMParser } = require('@xmldom/xmldom') as XmlDom

/** Each of these also authenticates what it encrypts, or encrypts a key so that it cannot be altered. */
const SAFE: ReadonlySet<string> = new Set([
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
])

/**
 * Anyone can alter what these encrypt, and read it bit by bit from how altered copies are refused
 * (Jager and Somorovsky, "How to break XML encryption"). A signature around them prevents that.
 */
const SAFE_IF_SIGNED: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
])

/**
 * Whether a response has to be signed as a whole, because of its encryption. Throws 400
 * `validation_failed` for an algorithm that is not supported (XML Encryption 1.1, 5.1). Reads the
 * document with the parser of the decryption, so that both find the same algorithms.
 */
export function needsSignedResponse(xml: string): boolean {
  const algorithms = algorithmsOf(xml)
  const unsupported = algorithms.find((name) => !SAFE.has(name) && !SAFE_IF_SIGNED.has(name))
  if (unsupported !== undefined)
    throw validationFailed(
      'The SAML assertion uses encryption that is not supported. Use AES-GCM with RSA-OAEP.',
    )
  return algorithms.some((name) => SAFE_IF_SIGNED.has(name))
}

function algorithmsOf(xml: string): readonly string[] {
  const fail = () => {
    throw validationFailed('The XML cannot be read')
  }
  const parser = new DOMParser({
    errorHandler: { warning: () => {}, error: fail, fatalError: fail },
  })
  const methods = parser
    .parseFromString(xml, 'text/xml')
    .getElementsByTagNameNS('*', 'EncryptionMethod')
  return Array.from({ length: methods.length }, (_, index) => {
    return methods.item(index)?.getAttribute('Algorithm') ?? ''
  })
}
