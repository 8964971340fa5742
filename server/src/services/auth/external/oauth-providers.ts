import { isYes, joined, objectOf, profileOf, textOf } from './profile.ts'
import type { ProviderKind } from './provider.ts'

const verified = (email: unknown) => [{ email, isVerified: true }]
const unverified = (email: unknown) => [{ email, isVerified: false }]

/** The services whose API returns the person's profile for an access token. */
export const OAUTH_PROVIDERS = {
  bitbucket: {
    endpoints: () => ({
      authorize: 'https://bitbucket.org/site/oauth2/authorize',
      token: 'https://bitbucket.org/site/oauth2/access_token',
    }),
    scopes: ['account', 'email'],
    read: async ({ api }) => {
      const user = await api.get('https://api.bitbucket.org/2.0/user')
      const { values } = await api.get('https://api.bitbucket.org/2.0/user/emails')
      const emails = (Array.isArray(values) ? values : []).map(objectOf)
      return profileOf({
        issuer: 'https://api.bitbucket.org',
        subject: user['uuid'],
        emails: primaryFirst(emails, 'is_primary').map((each) => ({
          email: each['email'],
          isVerified: isYes(each['is_confirmed']),
        })),
        name: user['display_name'],
        userName: user['username'],
        picture: objectOf(objectOf(user['links'])['avatar'])['href'],
      })
    },
  },
  discord: {
    endpoints: () => ({
      authorize: 'https://discord.com/api/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
    }),
    scopes: ['email', 'identify'],
    read: async ({ api }) => {
      const user = await api.get('https://discord.com/api/users/@me')
      const avatar = textOf(user['avatar'])
      const ending = avatar.startsWith('a_') ? 'gif' : 'png'
      const image = `https://cdn.discordapp.com/avatars/${textOf(user['id'])}/${avatar}.${ending}`
      const tag = textOf(user['discriminator'])
      return profileOf({
        issuer: 'https://discord.com/api',
        subject: user['id'],
        emails: [{ email: user['email'], isVerified: isYes(user['verified']) }],
        name: tag === '' || tag === '0' ? user['username'] : `${textOf(user['username'])}#${tag}`,
        picture: avatar === '' ? '' : image,
        more: { custom_claims: { global_name: textOf(user['global_name']) } },
      })
    },
  },
  figma: {
    endpoints: () => ({
      authorize: 'https://www.figma.com/oauth',
      token: 'https://api.figma.com/v1/oauth/token',
    }),
    scopes: ['current_user:read'],
    usesBasicAuth: true,
    read: async ({ api }) => {
      const user = await api.get('https://api.figma.com/v1/me')
      return profileOf({
        issuer: 'https://api.figma.com',
        subject: user['id'],
        emails: verified(user['email']),
        name: user['handle'],
        picture: user['img_url'],
      })
    },
  },
  fly: {
    endpoints: () => ({
      authorize: 'https://api.fly.io/oauth/authorize',
      token: 'https://api.fly.io/oauth/token',
    }),
    scopes: ['read'],
    read: async ({ api }) => {
      const user = await api.get('https://api.fly.io/oauth/token/info')
      return profileOf({
        issuer: 'https://api.fly.io',
        subject: user['user_id'],
        emails: verified(user['email']),
        name: user['user_name'],
      })
    },
  },
  github: {
    endpoints: () => ({
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
    }),
    scopes: ['user:email'],
    read: async ({ api }) => {
      const user = await api.get('https://api.github.com/user')
      const emails = await api.list('https://api.github.com/user/emails')
      return profileOf({
        issuer: 'https://api.github.com',
        subject: user['id'],
        emails: primaryFirst(emails, 'primary').map((each) => ({
          email: each['email'],
          isVerified: isYes(each['verified']),
        })),
        name: user['name'],
        userName: user['login'],
        picture: user['avatar_url'],
      })
    },
  },
  gitlab: {
    base: 'https://gitlab.com',
    endpoints: (base) => ({
      authorize: `${base}/oauth/authorize`,
      token: `${base}/oauth/token`,
    }),
    scopes: ['read_user'],
    read: async ({ api, base }) => {
      const user = await api.get(`${base}/api/v4/user`)
      const more = await api.list(`${base}/api/v4/user/emails`)
      const emails = [user, ...more].map((each) => ({
        email: each['email'],
        isVerified: textOf(each['confirmed_at']) !== '',
      }))
      return profileOf({
        issuer: base,
        subject: user['id'],
        emails,
        name: user['name'],
        userName: user['username'],
        picture: user['avatar_url'],
      })
    },
  },
  notion: {
    endpoints: () => ({
      authorize: 'https://api.notion.com/v1/oauth/authorize',
      token: 'https://api.notion.com/v1/oauth/token',
    }),
    scopes: [],
    usesBasicAuth: true,
    params: { owner: 'user' },
    read: async ({ api }) => {
      const me = await api.get('https://api.notion.com/v1/users/me', {
        'notion-version': '2021-08-16',
      })
      const user = objectOf(objectOf(objectOf(me['bot'])['owner'])['user'])
      return profileOf({
        issuer: 'https://api.notion.com',
        subject: user['id'],
        emails: verified(objectOf(user['person'])['email']),
        name: user['name'],
        picture: user['avatar_url'],
      })
    },
  },
  slack: {
    endpoints: () => ({
      authorize: 'https://slack.com/oauth/authorize',
      token: 'https://slack.com/api/oauth.access',
    }),
    scopes: ['identity.basic', 'identity.email', 'identity.avatar'],
    read: async ({ api }) => {
      const answer = await api.get('https://slack.com/api/users.identity')
      const user = objectOf(answer['user'])
      return profileOf({
        issuer: 'https://slack.com',
        subject: user['id'],
        emails: verified(user['email']),
        name: user['name'],
        picture: user['image_192'],
        more: { custom_claims: { 'https://slack.com/team_id': objectOf(answer['team'])['id'] } },
      })
    },
  },
  snapchat: {
    endpoints: () => ({
      authorize: 'https://accounts.snapchat.com/accounts/oauth2/auth',
      token: 'https://accounts.snapchat.com/accounts/oauth2/token',
    }),
    scopes: ['external_id', 'display_name', 'bitmoji.avatar'].map(
      (name) => `https://auth.snapchat.com/oauth2/api/user.${name}`,
    ),
    usesPkce: true,
    read: async ({ api }) => {
      const query = encodeURIComponent('{me{externalId displayName bitmoji{avatar}}}')
      const { data } = await api.get(`https://kit.snapchat.com/v1/me?query=${query}`)
      const user = objectOf(objectOf(data)['me'])
      return profileOf({
        issuer: 'https://kit.snapchat.com',
        subject: user['externalId'],
        emails: [],
        name: user['displayName'],
        picture: objectOf(user['bitmoji'])['avatar'],
      })
    },
  },
  spotify: {
    endpoints: () => ({
      authorize: 'https://accounts.spotify.com/authorize',
      token: 'https://accounts.spotify.com/api/token',
    }),
    scopes: ['user-read-email'],
    read: async ({ api }) => {
      const user = await api.get('https://api.spotify.com/v1/me')
      const images: unknown = user['images']
      return profileOf({
        issuer: 'https://api.spotify.com',
        subject: user['id'],
        // Spotify does not verify addresses.
        emails: unverified(user['email']),
        name: user['display_name'],
        picture: objectOf(Array.isArray(images) ? images[0] : undefined)['url'],
      })
    },
  },
  twitch: {
    endpoints: () => ({
      authorize: 'https://id.twitch.tv/oauth2/authorize',
      token: 'https://id.twitch.tv/oauth2/token',
    }),
    scopes: ['user:read:email'],
    read: async ({ api, clientId }) => {
      const { data } = await api.get('https://api.twitch.tv/helix/users', { 'client-id': clientId })
      const user = objectOf(Array.isArray(data) ? data[0] : undefined)
      return profileOf({
        issuer: 'https://api.twitch.tv',
        subject: user['id'],
        emails: verified(user['email']),
        name: user['login'],
        picture: user['profile_image_url'],
        more: { nickname: textOf(user['display_name']) },
      })
    },
  },
  // OAuth 1.0a. Newer apps use `x`.
  twitter: {
    endpoints: () => ({
      request: 'https://api.twitter.com/oauth/request_token',
      authorize: 'https://api.twitter.com/oauth/authenticate',
      token: 'https://api.twitter.com/oauth/access_token',
    }),
    scopes: [],
    read: async ({ api }) => {
      const source = 'https://api.twitter.com/1.1/account/verify_credentials.json'
      const user = await api.get(
        `${source}?include_email=true&include_entities=false&skip_status=true`,
      )
      return profileOf({
        issuer: source,
        subject: user['id_str'],
        emails: verified(user['email']),
        name: user['name'],
        userName: user['screen_name'],
        picture: user['profile_image_url_https'],
      })
    },
  },
  workos: {
    base: 'https://api.workos.com',
    endpoints: (base) => ({ authorize: `${base}/sso/authorize`, token: `${base}/sso/token` }),
    scopes: [],
    read: async ({ answer, base }) => {
      const user = objectOf(answer.raw['profile'])
      return profileOf({
        issuer: base,
        subject: user['id'],
        emails: verified(user['email']),
        name: joined(user['first_name'], user['last_name']),
        more: {
          custom_claims: {
            connection_id: textOf(user['connection_id']),
            organization_id: textOf(user['organization_id']),
          },
        },
      })
    },
  },
  x: {
    endpoints: () => ({
      authorize: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
    }),
    scopes: ['users.email', 'tweet.read', 'users.read', 'offline.access'],
    usesPkce: true,
    usesBasicAuth: true,
    read: async ({ api }) => {
      const { data } = await api.get(
        'https://api.x.com/2/users/me?user.fields=profile_image_url,confirmed_email',
      )
      const user = objectOf(data)
      return profileOf({
        issuer: 'https://api.x.com',
        subject: user['id'],
        emails: verified(user['confirmed_email']),
        name: user['name'],
        userName: user['username'],
        picture: user['profile_image_url'],
      })
    },
  },
  zoom: {
    endpoints: () => ({
      authorize: 'https://zoom.us/oauth/authorize',
      token: 'https://zoom.us/oauth/token',
    }),
    scopes: ['user:read'],
    usesBasicAuth: true,
    read: async ({ api }) => {
      const user = await api.get('https://api.zoom.us/v2/users/me')
      return profileOf({
        issuer: 'https://api.zoom.us',
        subject: user['id'],
        emails: [{ email: user['email'], isVerified: isYes(user['verified']) }],
        name: joined(user['first_name'], user['last_name']),
        picture: user['pic_url'],
      })
    },
  },
} satisfies Record<string, ProviderKind>

function primaryFirst<Each extends Readonly<Record<string, unknown>>>(
  emails: readonly Each[],
  flag: string,
): readonly Each[] {
  return [...emails].sort((left, right) => Number(isYes(right[flag])) - Number(isYes(left[flag])))
}
