import type { AuthContext } from '../context.ts'
import { samlUrls } from './saml-client.ts'
import { samlKeyOf, type SamlKey } from './saml-key.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * The metadata about the project that administrators of identity providers import (SAML 2.0
 * Metadata).
 */
export async function serviceProviderMetadata(context: AuthContext): Promise<string> {
  const { entityId, acs } = samlUrls(context)
  const encryption = context.settings.saml_allow_encrypted_assertions
    ? encryptionKey(await samlKeyOf(context))
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escape(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${encryption}    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escape(acs)}" index="1" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}

/** The algorithms that `createSamlClient` decrypts, the best first. */
const ALGORITHMS = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
]

const encryptionKey = ({ certificate }: SamlKey) => `    <KeyDescriptor use="encryption">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replaceAll(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo>
${ALGORITHMS.map((name) => `      <EncryptionMethod Algorithm="${name}"/>\n`).join('')}    </KeyDescriptor>
`
