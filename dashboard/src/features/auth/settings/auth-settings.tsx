import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { isValidUrl } from '../../../lib/urls.ts'

export function AuthSettings({ projectRef }: { projectRef: string }) {
  return <SettingsPage projectRef={projectRef} declaration={authPage} />
}

const NOT_AN_ADDRESS = 'Enter a URL that starts with http:// or https://.'

export const authPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'URLs and sessions',
  description: 'Where links in emails lead, and how long users stay signed in.',
  subject: 'auth',
  change: 'project:update',
  problems: ({ site_url }) => (isValidUrl(site_url) ? {} : { site_url: NOT_AN_ADDRESS }),
  parts: [
    {
      title: 'URLs',
      description: 'Where email links and sign-in redirects can lead.',
      fields: [
        {
          name: 'site_url',
          control: 'url',
          label: 'Site URL',
          problem: NOT_AN_ADDRESS,
          inSentence: 'site URL',
        },
        {
          name: 'uri_allow_list',
          control: 'list',
          isMultiline: true,
          label: 'Redirect URLs',
          help: 'One per line. * matches any text up to the next dot or slash; ** matches any text.',
          problem: 'Use http, https, or an app’s URL scheme, with at most 255 characters per URL.',
          inSentence: 'redirect URLs',
        },
      ],
    },
    {
      title: 'Sessions',
      fields: [
        {
          name: 'jwt_exp',
          control: 'number',
          unit: 'seconds',
          label: 'Access token lifetime',
          help: 'Clients refresh the token automatically.',
          inSentence: 'token lifetime',
        },
        {
          name: 'sessions_timebox',
          control: 'number',
          unit: 'hours',
          label: 'Maximum session length',
          help: 'After this time, users must sign in again. 0 for no limit.',
          inSentence: 'session length',
        },
        {
          name: 'sessions_inactivity_timeout',
          control: 'number',
          unit: 'hours',
          label: 'Inactivity timeout',
          help: 'Ends a session that has not been refreshed for this long. 0 for no limit.',
          inSentence: 'inactivity timeout',
        },
        {
          name: 'sessions_single_per_user',
          control: 'switch',
          label: 'One session per user',
          help: 'A sign-in ends the user’s other sessions at their next refresh.',
          inSentence: 'sessions per user',
        },
        {
          name: 'sessions_tags',
          control: 'identifier',
          isOptional: true,
          label: 'Session tags',
          help: 'Separated by commas. Users can then have one session per tag in auth.sessions. Sessions without one of them count as the first.',
          problem: 'Enter at most 500 characters.',
          inSentence: 'session tags',
          when: ({ sessions_single_per_user: isSingle }) => isSingle,
        },
        {
          name: 'refresh_token_rotation_enabled',
          control: 'switch',
          label: 'End sessions whose refresh token is used twice',
          help: 'A token that is used again may be stolen.',
          inSentence: 'reused refresh tokens',
        },
        {
          name: 'security_refresh_token_reuse_interval',
          control: 'number',
          unit: 'seconds',
          label: 'Reuse interval',
          help: 'How long a used refresh token still works, because several tabs can refresh at the same time.',
          inSentence: 'reuse interval',
        },
      ],
    },
  ],
}
