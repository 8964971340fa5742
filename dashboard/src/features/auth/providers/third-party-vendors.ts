/** How a service's issuer URL is built from the name of a project, tenant, or domain there. */
export const VENDORS = [
  {
    value: 'firebase',
    label: 'Firebase',
    field: 'Firebase project ID',
    help: 'Set the custom claim role to authenticated for each user.',
    placeholder: 'my-project',
  },
  {
    value: 'auth0',
    label: 'Auth0',
    field: 'Auth0 domain',
    help: 'Add the claim role to tokens with an action.',
    placeholder: 'my-tenant.us.auth0.com',
  },
  {
    value: 'cognito',
    label: 'Amazon Cognito',
    field: 'User pool ID',
    help: 'Add the claim role with a pre token generation trigger.',
    placeholder: 'us-east-1_AbCdEfGhI',
  },
  {
    value: 'clerk',
    label: 'Clerk',
    field: 'Clerk domain',
    help: 'Add the claim role to session tokens.',
    placeholder: 'my-app.clerk.accounts.dev',
  },
  {
    value: 'workos',
    label: 'WorkOS',
    field: 'Client ID',
    help: 'Add the claim role with a JWT template.',
    placeholder: 'client_01ABCDEFGHJKMNPQRSTVWXYZ',
  },
  {
    value: 'oidc',
    label: 'Other OpenID issuer',
    field: 'Issuer URL',
    help: 'Exactly the iss claim of the tokens.',
    placeholder: 'https://login.example.com',
  },
] as const
export type Vendor = (typeof VENDORS)[number]

/** The issuer URL for the typed text. */
export function issuerOf(vendor: Vendor['value'], typed: string): string {
  const name = typed.trim()
  if (name === '') return ''
  switch (vendor) {
    case 'firebase':
      return `https://securetoken.google.com/${name}`
    case 'auth0':
    case 'clerk':
      return /^https?:\/\//.test(name) ? name : `https://${name}`
    case 'cognito':
      return `https://cognito-idp.${name.split('_')[0] ?? ''}.amazonaws.com/${name}`
    case 'workos':
      return `https://api.workos.com/user_management/${name}`
    case 'oidc':
      return name
  }
}
