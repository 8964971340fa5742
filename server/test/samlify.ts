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
    singleSignOnService: Binding[]
  }): {
    getMetadata(): string
    createLoginResponse(
      sp: ServiceProvider,
      request: { extract: { request: { id: string } } },
      binding: 'post',
      user: object,
      fill: (template: string) => { id: string; context: string },
    ): Promise<{ context: string }>
  }
}

// An import would bring the types of browsers along, which differ from those of Node.
export const samlify = createRequire(import.meta.url)('samlify') as Samlify
