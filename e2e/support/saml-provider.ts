import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCertificate } from '../../server/test/certificate.ts'
import { createSamlProvider, samlify, samlResponse } from '../../server/test/samlify.ts'

/** The form that a browser brings back from the provider. */
export type SamlForm = { readonly SAMLResponse: string; readonly RelayState: string }

export type RunningSamlProvider = {
  readonly metadataUrl: string
  /** Opens the URL that starts a sign-in, and signs in as this person. */
  signIn(url: string, email: string): Promise<SamlForm>
  stop(): Promise<void>
}

/**
 * An identity provider at a loopback address, made with samlify, which parses the requests of the
 * service and encrypts its assertions for the key in the service's metadata.
 */
export async function startSamlProvider(authUrl: string): Promise<RunningSamlProvider> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', base())
    const answer =
      url.pathname === '/metadata' ? Promise.resolve(provider.getMetadata()) : respond(url)
    answer.then(
      (text) => response.end(text),
      (error: unknown) => {
        response.statusCode = 400
        response.end(String(error))
      },
    )
  })
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const entityId = `${base()}/metadata`
  const provider = createSamlProvider({
    entityId,
    url: `${base()}/sso`,
    certificate: createCertificate(['127.0.0.1'], new Date(), 'rsa'),
    isAssertionEncrypted: true,
    dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  })

  async function respond({ searchParams: query }: URL): Promise<string> {
    const metadata = await (await fetch(`${authUrl}/sso/saml/metadata`)).text()
    const sp = samlify.ServiceProvider({ metadata })
    const { extract } = await provider.parseLoginRequest(sp, 'redirect', {
      query: Object.fromEntries(query),
    })
    const { id: requestId } = extract.request
    const email = query.get('login_hint') ?? ''
    const given = { entityId, metadata, authUrl, requestId, email }
    return JSON.stringify({
      SAMLResponse: await samlResponse(provider, given),
      RelayState: query.get('RelayState') ?? '',
    })
  }

  return {
    metadataUrl: entityId,
    async signIn(url, email) {
      const response = await fetch(`${url}&login_hint=${encodeURIComponent(email)}`)
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()) as SamlForm
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
