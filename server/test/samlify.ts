import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'

type Binding = { readonly Binding: string; readonly Location: string }
type ServiceProvider = { getMetadata(): string }

/** The parts of the package that tests use. */
type Samlify = {
  setSchemaValidator(validator: { validate: (xml: string) => Promise<string> }): void
  ServiceProvider(settings: { metadata: string }): ServiceProvider
  IdentityProvider(settings: {
    entityID: string
    privateKey: string
    signingCert: string
    nameIDFormat: string[]
    isAssertionEncrypted?: boolean
    keyEncryptionAlgorithm?: string
    dataEncryptionAlgorithm?: string
    singleSignOnService: Binding[]
  }): SamlProvider
}

type LoginRequest = { extract: { request: { id: string } } }

export type SamlProvider = {
  getMetadata(): string
  parseLoginRequest(
    sp: ServiceProvider,
    binding: 'redirect',
    request: { query: object },
  ): Promise<LoginRequest>
  createLoginResponse(
    sp: ServiceProvider,
    request: LoginRequest,
    binding: 'post',
    user: object,
    fill: (template: string) => { id: string; context: string },
  ): Promise<{ context: string }>
}

type XmlSignature = {
  addReference(reference: { xpath: string; transforms: string[]; digestAlgorithm: string }): void
  computeSignature(
    xml: string,
    options: { prefix: string; location: { reference: string; action: 'after' } },
  ): void
  getSignedXml(): string
}

type XmlCrypto = {
  SignedXml: new (options: {
    privateKey: string
    signatureAlgorithm: string
    canonicalizationAlgorithm: string
  }) => XmlSignature
}

// An import would bring the types of browsers along, which differ from those of Node.
const require = createRequire(import.meta.url)
export const samlify = require('samlify') as Samlify
const { SignedXml } = require('xml-crypto') as XmlCrypto

const NAME_ID = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

type ProviderOptions = {
  readonly entityId: string
  readonly url: string
  readonly certificate: { readonly key: string; readonly cert: string }
  readonly isAssertionEncrypted?: boolean
  readonly keyEncryptionAlgorithm?: string
  readonly dataEncryptionAlgorithm?: string
}

/** An identity provider that signs with the certificate, and whose users sign in at the URL. */
export function createSamlProvider({ entityId, url, certificate, ...more }: ProviderOptions) {
  samlify.setSchemaValidator({ validate: async () => 'not used' })
  return samlify.IdentityProvider({
    ...more,
    entityID: entityId,
    privateKey: certificate.key,
    signingCert: certificate.cert.replaceAll(/-----[^-]+-----|\s/g, ''),
    nameIDFormat: [NAME_ID],
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: url },
    ],
  })
}

type Given = {
  readonly entityId: string
  /** The metadata of the service that asks, and its base URL. */
  readonly metadata: string
  readonly authUrl: string
  /** Empty for a sign-in that starts at the provider. */
  readonly requestId: string
  readonly email: string
  readonly audience?: string
  /** Seconds since the assertion was made. */
  readonly age?: number
}

/** The response, in Base64, with which the provider signs a person in. */
export async function samlResponse(
  provider: SamlProvider,
  { entityId, metadata, authUrl, requestId, email, audience, age = 0 }: Given,
): Promise<string> {
  const at = (seconds: number) => new Date(Date.now() + (seconds - age) * 1000).toISOString()
  const values: Record<string, string> = {
    ID: `_r${randomUUID()}`,
    AssertionID: `_a${randomUUID()}`,
    Destination: `${authUrl}/sso/saml/acs`,
    SubjectRecipient: `${authUrl}/sso/saml/acs`,
    Audience: audience ?? `${authUrl}/sso/saml/metadata`,
    Issuer: entityId,
    IssueInstant: at(0),
    ConditionsNotBefore: at(-5),
    ConditionsNotOnOrAfter: at(300),
    SubjectConfirmationDataNotOnOrAfter: at(300),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    InResponseTo: requestId,
    NameIDFormat: NAME_ID,
    NameID: email,
    AuthnStatement: '',
    AttributeStatement: '',
  }
  const { context } = await provider.createLoginResponse(
    samlify.ServiceProvider({ metadata }),
    { extract: { request: { id: requestId } } },
    'post',
    {},
    (template) => ({
      id: values['ID'] ?? '',
      context: template
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
        .replaceAll(' InResponseTo=""', ''),
    }),
  )
  return context
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Signs a response as a whole, after its assertion was encrypted, which samlify does wrongly. */
export function signResponse(response: string, privateKey: string): string {
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signature.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(Buffer.from(response, 'base64').toString(), {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  })
  return Buffer.from(signature.getSignedXml()).toString('base64')
}
