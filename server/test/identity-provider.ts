import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type IdentityProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  /** The provider's claims about each person, by ID. Tests can change them. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>
  /** Follows redirects as a browser with cookies until one leads away from the provider. */
  visit(url: string): Promise<URL>
  stop(): Promise<void>
}

const CLIENT = { id: 'stoa', secret: 'secret-of-the-client' }

/** A real OpenID provider on a port of its own. `login_hint` names who signs in. */
export async function startIdentityProvider(callbackUrl: string): Promise<IdentityProvider> {
  const people: IdentityProvider['people'] = new Map()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callbackUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'role'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for the cookies of tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, id: string) =>
      people.has(id)
        ? { accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }
        : undefined,
    interactions: { url: () => '/login' },
    async loadExistingGrant(context: {
      oidc: { session: { accountId: string }; client: { clientId: string } }
    }) {
      const { session, client } = context.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/login')) return handle(request, response)
    void (async () => {
      const { params } = await provider.interactionDetails(request, response)
      const accountId = String(params['login_hint'])
      const result = people.has(accountId)
        ? { login: { accountId } }
        : { error: 'access_denied', error_description: 'The person said no' }
      await provider.interactionFinished(request, response, result)
    })()
  })
  return {
    issuer,
    clientId: CLIENT.id,
    secret: CLIENT.secret,
    people,
    async visit(url) {
      const cookies = new Map<string, string>()
      let next = new URL(url)
      while (next.origin === issuer) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null)
          throw new Error(`${next.href}: ${response.status} ${await response.text()}`)
        next = new URL(location, next)
      }
      return next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
