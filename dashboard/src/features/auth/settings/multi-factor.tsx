import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'

export function MultiFactor({ projectRef }: { projectRef: string }) {
  return <SettingsPage projectRef={projectRef} declaration={multiFactorPage} />
}

const usesPhone = ({
  mfa_phone_enroll_enabled: canEnroll,
  mfa_phone_verify_enabled: canVerify,
}: Settings): boolean => canEnroll || canVerify

const usesWebAuthn = ({
  passkey_enabled: isPasskey,
  mfa_web_authn_enroll_enabled: canEnroll,
  mfa_web_authn_verify_enabled: canVerify,
}: Settings): boolean => isPasskey || canEnroll || canVerify

export const multiFactorPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'Multi-factor',
  description: 'Second factors that users add to their account, and passkeys.',
  subject: 'auth',
  change: 'project:update',
  parts: [
    {
      title: 'Authenticator apps',
      description: 'Users enter a code from an app (TOTP) after signing in.',
      fields: [
        {
          name: 'mfa_totp_enroll_enabled',
          control: 'switch',
          label: 'Allow users to add authenticator apps',
          inSentence: 'adding authenticator apps',
        },
        {
          name: 'mfa_totp_verify_enabled',
          control: 'switch',
          label: 'Accept authenticator app codes',
          inSentence: 'authenticator app codes',
        },
      ],
    },
    {
      title: 'Phone',
      description:
        'Users enter a code from a text message. Set the SMS provider in Sign-in methods.',
      fields: [
        {
          name: 'mfa_phone_enroll_enabled',
          control: 'switch',
          label: 'Allow users to add phone numbers',
          inSentence: 'adding phone numbers',
        },
        {
          name: 'mfa_phone_verify_enabled',
          control: 'switch',
          label: 'Accept text message codes',
          inSentence: 'text message codes',
        },
        {
          name: 'mfa_phone_otp_length',
          control: 'number',
          unit: 'digits',
          label: 'Code length',
          inSentence: 'code length',
          when: usesPhone,
        },
        {
          name: 'mfa_phone_template',
          control: 'lines',
          label: 'Message',
          help: '{{ .Code }} is replaced with the code.',
          problem: 'Enter at most 1,000 characters.',
          inSentence: 'message',
          when: usesPhone,
        },
        {
          name: 'mfa_phone_max_frequency',
          control: 'number',
          unit: 'seconds',
          label: 'Minimum time between codes',
          help: 'For each phone number.',
          inSentence: 'time between codes',
          when: usesPhone,
        },
      ],
    },
    {
      title: 'Security keys',
      description: 'Users confirm with a device or a hardware key (WebAuthn).',
      fields: [
        {
          name: 'mfa_web_authn_enroll_enabled',
          control: 'switch',
          label: 'Allow users to add security keys',
          inSentence: 'adding security keys',
        },
        {
          name: 'mfa_web_authn_verify_enabled',
          control: 'switch',
          label: 'Accept security keys',
          inSentence: 'security keys',
        },
      ],
    },
    {
      title: 'Recovery codes',
      description: 'Each code replaces a second factor once, for users who lost their device.',
      fields: [
        {
          name: 'mfa_recovery_codes_enroll_enabled',
          control: 'switch',
          label: 'Allow users to generate recovery codes',
          inSentence: 'generating recovery codes',
        },
        {
          name: 'mfa_recovery_codes_verify_enabled',
          control: 'switch',
          label: 'Accept recovery codes',
          inSentence: 'recovery codes',
        },
      ],
    },
    {
      title: 'Limits',
      fields: [
        {
          name: 'mfa_max_enrolled_factors',
          control: 'number',
          unit: 'factors',
          label: 'Maximum factors per user',
          help: 'Includes factors that are not verified yet.',
          inSentence: 'factors per user',
        },
        {
          name: 'mfa_allow_low_aal',
          control: 'switch',
          isInverted: true,
          label: 'End sessions without a second factor after 15 minutes',
          help: 'Applies to users who have one. Their session ends at its next refresh unless they have verified the factor.',
          inSentence: 'sessions without a second factor',
        },
      ],
    },
    {
      title: 'Passkeys',
      description: 'Users sign in with a passkey instead of a password.',
      fields: [
        {
          name: 'passkey_enabled',
          control: 'switch',
          label: 'Passkey sign-in',
          inSentence: 'passkey sign-in',
        },
      ],
    },
    {
      title: 'Relying party',
      description:
        'The site that security keys and passkeys belong to. Changing the ID disables the existing ones.',
      when: usesWebAuthn,
      fields: [
        {
          name: 'webauthn_rp_display_name',
          control: 'text',
          isOptional: true,
          label: 'Name',
          help: 'Shown by the browser. Defaults to the host of the Site URL.',
          problem: 'Enter at most 255 characters.',
          inSentence: 'relying party name',
        },
        {
          name: 'webauthn_rp_id',
          control: 'identifier',
          isOptional: true,
          label: 'ID',
          placeholder: 'example.com',
          help: 'A domain, without a scheme or port. Defaults to the host of the Site URL.',
          problem: 'Enter at most 255 characters.',
          inSentence: 'relying party ID',
        },
        {
          name: 'webauthn_rp_origins',
          control: 'identifier',
          isOptional: true,
          label: 'Origins',
          placeholder: 'https://example.com,https://app.example.com',
          help: 'Separated by commas. Defaults to the origin of the Site URL.',
          problem: 'Enter at most 2,000 characters.',
          inSentence: 'relying party origins',
        },
      ],
    },
  ],
}
