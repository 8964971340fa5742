import { XMLParser } from 'fast-xml-parser'
import { validationFailed } from '../errors.ts'
import { objectOf, textOf } from '../external/profile.ts'

/** The parts of an identity provider's metadata that are used (SAML 2.0 Metadata). */
export type IdpMetadata = {
  readonly entityId: string
  /** Where browsers are sent with a request. */
  readonly entryPoint: string
  /** Base64 of DER. A provider that is replacing its key has two. */
  readonly certificates: readonly string[]
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MAX_XML = 500_000

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
})

const listOf = (value: unknown) => (Array.isArray(value) ? value : [value]).map(objectOf)
const attribute = (value: unknown) => textOf(value).replaceAll('&amp;', '&').trim()

/** Parses XML without document types and entities, which could name files or grow without end. */
export function parseXml(xml: string): Readonly<Record<string, unknown>> {
  if (xml.length > MAX_XML || /<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw validationFailed('The XML is too large or contains a document type')
  try {
    return objectOf(parser.parse(xml))
  } catch {
    throw validationFailed('The XML cannot be read')
  }
}

/** Reads metadata; 400 `validation_failed` says what is missing. */
export function readIdpMetadata(xml: string): IdpMetadata {
  const entity = objectOf(parseXml(xml)['EntityDescriptor'])
  const entityId = attribute(entity['@entityID'])
  const role = objectOf(entity['IDPSSODescriptor'])
  const service = listOf(role['SingleSignOnService']).find((each) => each['@Binding'] === REDIRECT)
  const entryPoint = attribute(service?.['@Location'])
  const certificates = listOf(role['KeyDescriptor'])
    .filter((key) => key['@use'] !== 'encryption')
    .flatMap((key) => listOf(objectOf(key['KeyInfo'])['X509Data']))
    .map((data) => {
      const { X509Certificate: certificate } = data
      return typeof certificate === 'string' ? certificate.replaceAll(/\s/g, '') : ''
    })
    .filter((certificate) => /^[\w+/=]+$/.test(certificate))
  if (entityId === '') throw validationFailed('The SAML metadata contain no entityID')
  if (!URL.canParse(entryPoint) || !/^https?:$/.test(new URL(entryPoint).protocol))
    throw validationFailed('The SAML metadata contain no SingleSignOnService with HTTP-Redirect')
  if (certificates.length === 0)
    throw validationFailed('The SAML metadata contain no certificate for signatures')
  return { entityId, entryPoint, certificates }
}
