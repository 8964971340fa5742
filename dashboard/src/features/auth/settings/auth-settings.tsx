import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { RequiredCharacters } from './required-characters.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { isValidUrl } from '../../../lib/urls.ts'

export function AuthSettings({ projectRef }: { projectRef: string }) {
  return <SettingsPage projectRef={projectRef} declaration={authPage} />
}

/** Warns about unconfirmed addresses, which are the default of a new project. */
function UnconfirmedNotice({ values }: { values: Settings }) {
  if (!values.mailer_autoconfirm || values.disable_signup) return null
  return (
    <Callout type="caution" title="Anyone can sign up with somebody else’s email address">
      Do not trust a user’s email in policies or emails. The account is reset when the owner of the
      address first signs in by email.
    </Callout>
  )
}

const NOT_AN_ADDRESS = 'Enter a URL that starts with http:// or https://.'

export const authPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  title: 'Auth',
  description: 'How users of your apps sign up and sign in.',
  subject: 'auth',
  change: 'project:update',
  problems: ({ site_url }) => (isValidUrl(site_url) ? {} : { site_url: NOT_AN_ADDRESS }),
  parts: [
    {
      title: 'Sign-up',
      fields: [
        {
          name: 'disable_signup',
          control: 'switch',
          isInverted: true,
          label: 'Allow new users to sign up',
          inSentence: 'sign-ups',
        },
        {
          name: 'mailer_autoconfirm',
          control: 'switch',
          isInverted: true,
          label: 'Confirm email addresses',
          help: 'New users must open a link in an email before they can sign in.',
          inSentence: 'email confirmation',
        },
      ],
      Notice: UnconfirmedNotice,
    },
    {
      title: 'Passwords',
      fields: [
        {
          name: 'password_min_length',
          control: 'number',
          unit: 'characters',
          label: 'Minimum password length',
          inSentence: 'password length',
        },
        {
          name: 'password_required_characters',
          control: 'custom',
          show: (props) => <RequiredCharacters {...props} />,
          label: 'Required characters',
          inSentence: 'required characters',
        },
        {
          name: 'password_hibp_enabled',
          control: 'switch',
          label: 'Reject leaked passwords',
          help: 'Checks a part of the password’s hash with Have I Been Pwned. The password is not sent. If the service does not respond, the password is accepted.',
          inSentence: 'leaked passwords',
        },
        {
          name: 'security_update_password_require_current_password',
          control: 'switch',
          label: 'Require the current password to change it',
          inSentence: 'current password',
        },
        {
          name: 'security_update_password_require_reauthentication',
          control: 'switch',
          label: 'Require a code to change the password',
          help: 'Users who signed in more than a day ago must enter a code from an email or text message.',
          inSentence: 'reauthentication',
        },
      ],
    },
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
