import { isYes, joined, objectOf, profileOf, profileOfClaims, textOf } from './profile.ts'
import type { ProviderKind, TokenIssuer } from './provider.ts'

const issuer = (name: string, jwks: string): TokenIssuer => ({
  isIssuer: (given) => given === name,
  jwks,
})

/** The tenant of personal accounts, whose addresses Microsoft has verified. */
const MICROSOFT_PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
const SHARED_TENANTS = /\/(common|organizations|consumers)$/

/** The services whose ID tokens the server can verify. */
export const OPENID_PROVIDERS = {
  apple: {
    endpoints: () => ({
      authorize: 'https://appleid.apple.com/auth/authorize',
      token: 'https://appleid.apple.com/auth/token',
      issuer: issuer('https://appleid.apple.com', 'https://appleid.apple.com/auth/keys'),
    }),
    scopes: ['email', 'name'],
    // Apple sends the name only in a form.
    params: { response_mode: 'form_post' },
    read: async ({ answer: { idClaims = {} } }) =>
      profileOfClaims(idClaims, 'https://appleid.apple.com'),
  },
  azure: {
    base: 'https://login.microsoftonline.com/common',
    endpoints: (base) => ({
      authorize: `${base}/oauth2/v2.0/authorize`,
      token: `${base}/oauth2/v2.0/token`,
      issuer: {
        isIssuer: (given) =>
          SHARED_TENANTS.test(base)
            ? /^https:\/\/login\.microsoftonline\.com\/[\da-f-]{36}\/v2\.0$/.test(given)
            : given === `${base}/v2.0`,
        jwks: `${base}/discovery/v2.0/keys`,
      },
    }),
    scopes: ['openid'],
    read: async ({ answer: { idClaims = {} }, base }) => {
      // An administrator of any organization can write any address into its accounts. It counts as
      // verified if Microsoft says so, or if the project's owner has chosen one organization.
      const owned = idClaims['xms_edov']
      const isVerified =
        owned === undefined
          ? !SHARED_TENANTS.test(base) || idClaims['tid'] === MICROSOFT_PERSONAL
          : isYes(owned)
      const profile = profileOfClaims(idClaims, textOf(idClaims['iss']))
      return { ...profile, emails: profile.emails.map(({ email }) => ({ email, isVerified })) }
    },
  },
  facebook: {
    endpoints: () => ({
      authorize: 'https://www.facebook.com/dialog/oauth',
      token: 'https://graph.facebook.com/oauth/access_token',
      issuer: issuer(
        'https://www.facebook.com',
        'https://limited.facebook.com/.well-known/oauth/openid/jwks/',
      ),
    }),
    scopes: ['email'],
    separator: ',',
    read: async ({ api, answer }) => {
      if (answer.idClaims) {
        const profile = profileOfClaims(answer.idClaims, 'https://www.facebook.com')
        return {
          ...profile,
          emails: profile.emails.map(({ email }) => ({ email, isVerified: true })),
        }
      }
      const user = await api.get(
        'https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture',
      )
      return profileOf({
        issuer: 'https://graph.facebook.com',
        subject: user['id'],
        emails: [{ email: user['email'], isVerified: true }],
        name: joined(user['first_name'], user['last_name']) || user['name'],
        picture: objectOf(objectOf(user['picture'])['data'])['url'],
        more: { nickname: textOf(user['alias']) },
      })
    },
  },
  google: {
    endpoints: () => ({
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      issuer: {
        isIssuer: (given) =>
          given === 'https://accounts.google.com' || given === 'accounts.google.com',
        jwks: 'https://www.googleapis.com/oauth2/v3/certs',
      },
    }),
    scopes: ['email', 'profile'],
    read: async ({ api, answer }) =>
      profileOfClaims(
        answer.idClaims ?? (await api.get('https://openidconnect.googleapis.com/v1/userinfo')),
        'https://accounts.google.com',
      ),
  },
  kakao: {
    endpoints: () => ({
      authorize: 'https://kauth.kakao.com/oauth/authorize',
      token: 'https://kauth.kakao.com/oauth/token',
      issuer: issuer('https://kauth.kakao.com', 'https://kauth.kakao.com/.well-known/jwks.json'),
    }),
    scopes: ['account_email', 'profile_image', 'profile_nickname'],
    read: async ({ api, answer }) => {
      // The ID token says nothing about whether the address was verified.
      if (answer.accessToken === '' && answer.idClaims)
        return profileOfClaims(answer.idClaims, 'https://kauth.kakao.com')
      const user = await api.get('https://kapi.kakao.com/v2/user/me')
      const account = objectOf(user['kakao_account'])
      const profile = objectOf(account['profile'])
      return profileOf({
        issuer: 'https://kapi.kakao.com',
        subject: user['id'],
        emails: [
          {
            email: account['email'],
            isVerified: isYes(account['is_email_verified']) && isYes(account['is_email_valid']),
          },
        ],
        name: profile['nickname'],
        userName: profile['nickname'],
        picture: profile['profile_image_url'],
      })
    },
  },
  keycloak: {
    endpoints: (base) => ({
      authorize: `${base}/protocol/openid-connect/auth`,
      token: `${base}/protocol/openid-connect/token`,
      issuer: issuer(base, `${base}/protocol/openid-connect/certs`),
    }),
    scopes: ['profile', 'email'],
    read: async ({ api, answer, base }) =>
      profileOfClaims(
        answer.idClaims ?? (await api.get(`${base}/protocol/openid-connect/userinfo`)),
        base,
      ),
  },
  linkedin_oidc: {
    endpoints: () => ({
      authorize: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      issuer: issuer(
        'https://www.linkedin.com/oauth',
        'https://www.linkedin.com/oauth/openid/jwks',
      ),
    }),
    scopes: ['openid', 'email', 'profile'],
    read: async ({ api }) =>
      profileOfClaims(
        await api.get('https://api.linkedin.com/v2/userinfo'),
        'https://api.linkedin.com',
      ),
  },
  slack_oidc: {
    endpoints: () => ({
      authorize: 'https://slack.com/openid/connect/authorize',
      token: 'https://slack.com/api/openid.connect.token',
      issuer: issuer('https://slack.com', 'https://slack.com/openid/connect/keys'),
    }),
    scopes: ['profile', 'email', 'openid'],
    read: async ({ api }) => {
      const user = await api.get('https://slack.com/api/openid.connect.userInfo')
      return profileOf({
        issuer: 'https://slack.com',
        subject: user['https://slack.com/user_id'],
        emails: [{ email: user['email'], isVerified: isYes(user['email_verified']) }],
        name: user['name'],
        picture: user['picture'],
        more: {
          custom_claims: { 'https://slack.com/team_id': user['https://slack.com/team_id'] },
        },
      })
    },
  },
} satisfies Record<string, ProviderKind>
