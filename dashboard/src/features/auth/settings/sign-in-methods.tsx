import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { CustomProviders } from '../providers/custom-providers.tsx'
import { SsoProviders } from '../providers/sso-providers.tsx'
import { ThirdPartyAuthSection } from '../providers/third-party-auth.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { phonePart } from './phone-part.ts'
import { ProviderList } from './provider-list.tsx'
import { RequiredCharacters } from './required-characters.tsx'

export function SignInMethods({ projectRef }: { projectRef: string }) {
  return (
    <SettingsPage
      projectRef={projectRef}
      declaration={signInPage}
      below={
        <>
          <ProviderList projectRef={projectRef} />
          <CustomProviders projectRef={projectRef} />
          <SsoProviders projectRef={projectRef} />
          <ThirdPartyAuthSection projectRef={projectRef} />
        </>
      }
    />
  )
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

export const signInPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'Sign-in methods',
  description: 'How users sign up for your apps and sign in.',
  subject: 'auth',
  change: 'project:update',
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
          help: 'Recommended. New users must open a link in an email before they can sign in. Off by default.',
          inSentence: 'email confirmation',
        },
      ],
      Notice: UnconfirmedNotice,
    },
    {
      title: 'Email',
      fields: [
        {
          name: 'external_email_enabled',
          control: 'switch',
          label: 'Email sign-in',
          help: 'With a password, a link, or a code.',
          inSentence: 'email sign-in',
        },
        {
          name: 'mailer_otp_exp',
          control: 'number',
          unit: 'seconds',
          label: 'Link and code lifetime',
          inSentence: 'link and code lifetime',
          when: ({ external_email_enabled: isEnabled }) => isEnabled,
        },
        {
          name: 'mailer_otp_length',
          control: 'number',
          unit: 'digits',
          label: 'Code length',
          inSentence: 'code length',
          when: ({ external_email_enabled: isEnabled }) => isEnabled,
        },
        {
          name: 'mailer_secure_email_change_enabled',
          control: 'switch',
          label: 'Confirm email changes at both addresses',
          help: 'When off, only the new address is confirmed.',
          inSentence: 'email change confirmation',
          when: ({ external_email_enabled: isEnabled }) => isEnabled,
        },
      ],
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
    phonePart,
    {
      title: 'Anonymous',
      fields: [
        {
          name: 'external_anonymous_users_enabled',
          control: 'switch',
          label: 'Anonymous sign-in',
          help: 'Creates users without an email or phone number. They have the authenticated role, so check your policies first.',
          inSentence: 'anonymous sign-in',
        },
      ],
    },
    {
      title: 'Wallets',
      description: 'Users sign a message with their wallet.',
      fields: [
        {
          name: 'external_web3_ethereum_enabled',
          control: 'switch',
          label: 'Ethereum',
          inSentence: 'Ethereum wallets',
        },
        {
          name: 'external_web3_solana_enabled',
          control: 'switch',
          label: 'Solana',
          inSentence: 'Solana wallets',
        },
      ],
    },
    {
      title: 'Linking',
      fields: [
        {
          name: 'security_manual_linking_enabled',
          control: 'switch',
          label: 'Allow users to link more sign-in methods',
          help: 'Methods with the same confirmed email address are linked automatically.',
          inSentence: 'linking',
        },
        {
          name: 'mailer_allow_unverified_email_sign_ins',
          control: 'switch',
          label: 'Allow sign-ins with unverified email addresses',
          help: 'Accepts users whose provider has not verified their email address. They still get a confirmation email.',
          inSentence: 'unverified email addresses',
        },
      ],
    },
    {
      title: 'Single sign-on',
      description: 'Users sign in with the identity provider of their organization.',
      fields: [
        {
          name: 'saml_enabled',
          control: 'switch',
          label: 'SAML 2.0',
          inSentence: 'SAML',
        },
        {
          name: 'saml_allow_encrypted_assertions',
          control: 'switch',
          label: 'Encrypted assertions',
          help: 'Adds a certificate to the metadata, so that identity providers can encrypt their assertions.',
          inSentence: 'encrypted assertions',
          when: ({ saml_enabled: isEnabled }) => isEnabled,
        },
        {
          name: 'saml_external_url',
          control: 'identifier',
          isOptional: true,
          label: 'Public API URL',
          placeholder: 'https://api.example.com',
          help: 'Used in the entity ID and ACS URL, for example behind a proxy. Defaults to the project’s API URL.',
          problem: 'Enter a URL that starts with http:// or https://.',
          inSentence: 'public API URL',
          when: ({ saml_enabled: isEnabled }) => isEnabled,
        },
      ],
    },
  ],
}
