import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsDeclaration } from '../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { isValidUrl } from '../../lib/urls.ts'

export function AuthSettings({ projectRef }: { projectRef: string }) {
  return <SettingsPage projectRef={projectRef} declaration={authPage} />
}

const NOT_AN_ADDRESS = 'An address that begins with http:// or https://.'

export const authPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  title: 'Auth',
  description: "How the users of this project's apps sign up and in.",
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
          help: 'New users open a link in their mail before they sign in.',
          inSentence: 'email confirmation',
        },
        {
          name: 'password_min_length',
          control: 'number',
          unit: 'characters',
          label: 'Shortest password',
          inSentence: 'password length',
        },
      ],
    },
    {
      title: 'Addresses',
      description: 'Where links in mail and sign-in redirects may lead.',
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
          help: 'One per line. * matches any text up to the next dot or slash, ** any text.',
          problem: 'Use http, https, or the URL scheme of an app, and at most 255 characters each.',
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
          help: 'Clients renew it by themselves.',
          inSentence: 'token lifetime',
        },
      ],
    },
    {
      title: 'Second factors',
      description: 'Codes of an authenticator app, asked for after the password.',
      fields: [
        {
          name: 'mfa_totp_enroll_enabled',
          control: 'switch',
          label: 'Let people add authenticator apps',
          inSentence: 'adding authenticator apps',
        },
        {
          name: 'mfa_totp_verify_enabled',
          control: 'switch',
          label: 'Accept their codes',
          help: 'Off, nobody reaches the assurance level aal2, whatever apps they have added.',
          inSentence: 'codes of authenticator apps',
        },
        {
          name: 'mfa_max_enrolled_factors',
          control: 'number',
          unit: 'factors',
          label: 'Most factors of one account',
          inSentence: 'factors per account',
        },
      ],
    },
  ],
}
