import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type { SettingsDeclaration } from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'

export function Protection({ projectRef }: { projectRef: string }) {
  return <SettingsPage projectRef={projectRef} declaration={protectionPage} />
}

const withCaptcha = ({ security_captcha_enabled: isEnabled }: Settings): boolean => isEnabled

export const protectionPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'Attack protection',
  description: 'Limits for sign-ups and sign-ins to your apps.',
  subject: 'auth',
  change: 'project:update',
  parts: [
    {
      title: 'CAPTCHA',
      fields: [
        {
          name: 'security_captcha_enabled',
          control: 'switch',
          label: 'Require a CAPTCHA',
          help: 'Sign-ups, sign-ins, and password resets are rejected without a CAPTCHA token. Add the CAPTCHA to your app first.',
          inSentence: 'CAPTCHA',
        },
        {
          name: 'security_captcha_provider',
          control: 'choice',
          options: [
            { value: 'hcaptcha', label: 'hCaptcha' },
            { value: 'turnstile', label: 'Cloudflare Turnstile' },
          ],
          label: 'Provider',
          inSentence: 'CAPTCHA provider',
          when: withCaptcha,
        },
        {
          name: 'security_captcha_secret',
          control: 'secret',
          label: 'Secret key',
          problem: 'Enter at most 500 characters.',
          inSentence: 'CAPTCHA secret',
          when: withCaptcha,
        },
      ],
    },
    {
      title: 'Message limits',
      description: 'Across all users of the project.',
      fields: [
        {
          name: 'rate_limit_email_sent',
          control: 'number',
          unit: 'per hour',
          label: 'Emails',
          inSentence: 'email limit',
        },
        {
          name: 'rate_limit_sms_sent',
          control: 'number',
          unit: 'per hour',
          label: 'Text messages',
          inSentence: 'text message limit',
        },
        {
          name: 'smtp_max_frequency',
          control: 'number',
          unit: 'seconds',
          label: 'Minimum time between emails to a user',
          inSentence: 'time between emails',
        },
        {
          name: 'sms_max_frequency',
          control: 'number',
          unit: 'seconds',
          label: 'Minimum time between text messages to a user',
          inSentence: 'time between text messages',
        },
      ],
    },
    {
      title: 'Request limits',
      description: 'For each IP address.',
      fields: [
        {
          name: 'rate_limit_anonymous_users',
          control: 'number',
          unit: 'per hour',
          label: 'Anonymous sign-ins',
          inSentence: 'anonymous sign-in limit',
        },
        {
          name: 'rate_limit_otp',
          control: 'number',
          unit: 'per 5 minutes',
          label: 'Links and codes',
          inSentence: 'link and code limit',
        },
        {
          name: 'rate_limit_verify',
          control: 'number',
          unit: 'per 5 minutes',
          label: 'Code verifications',
          inSentence: 'verification limit',
        },
        {
          name: 'rate_limit_token_refresh',
          control: 'number',
          unit: 'per 5 minutes',
          label: 'Session refreshes',
          inSentence: 'refresh limit',
        },
        {
          name: 'rate_limit_web3',
          control: 'number',
          unit: 'per 5 minutes',
          label: 'Wallet sign-ins',
          inSentence: 'wallet sign-in limit',
        },
        {
          name: 'security_sb_forwarded_for_enabled',
          control: 'switch',
          label: 'Trust Sb-Forwarded-For',
          help: 'Requests with a secret key can pass the user’s IP address in this header.',
          inSentence: 'Sb-Forwarded-For',
        },
      ],
    },
  ],
}
