import { authSettings, type AuthSettings as Settings } from '@stoa/contract/services/auth/settings'
import type {
  CustomControlProps,
  SettingsDeclaration,
  SettingsPart,
} from '../../../components/settings/settings-declaration.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { HookSecret } from './hook-secret.tsx'
import { HookTarget } from './hook-target.tsx'

export function Hooks({ projectRef }: { projectRef: string }) {
  return <SettingsPage projectRef={projectRef} declaration={hooksPage} />
}

type HookName = keyof Settings extends infer Key
  ? Key extends `hook_${infer Name}_enabled`
    ? Name
    : never
  : never

const hook = (name: HookName, title: string, description: string): SettingsPart<Settings> => {
  const isUsed = (settings: Settings): boolean => settings[`hook_${name}_enabled`]
  const inSentence = title.toLowerCase()
  return {
    title,
    description,
    fields: [
      { name: `hook_${name}_enabled`, control: 'switch', label: 'Enable hook', inSentence },
      {
        name: `hook_${name}_uri`,
        control: 'custom',
        show: (props: CustomControlProps<string>) => <HookTarget {...props} />,
        label: `What runs: ${inSentence}`,
        inSentence: `target of ${inSentence}`,
        when: isUsed,
      },
      {
        name: `hook_${name}_secrets`,
        control: 'custom',
        show: (props: CustomControlProps<string>) => <HookSecret {...props} />,
        label: 'Signing secret',
        inSentence: `secret of ${inSentence}`,
        when: (settings) => isUsed(settings) && settings[`hook_${name}_uri`].startsWith('http'),
      },
    ],
  }
}

export const hooksPage: SettingsDeclaration<Settings> = {
  section: authSettings,
  product: 'auth',
  title: 'Hooks',
  description:
    'Postgres functions or HTTP endpoints that run during sign-ups and sign-ins. If a hook fails, the request fails.',
  subject: 'auth',
  change: 'project:update',
  parts: [
    hook(
      'before_user_created',
      'Before a user is created',
      'Can reject a sign-up, for example by the domain of the email address.',
    ),
    hook('after_user_created', 'After a user is created', 'Runs after each sign-up.'),
    hook(
      'custom_access_token',
      'Access token claims',
      'Changes the claims of each access token before it is signed.',
    ),
    hook('send_email', 'Send emails', 'Sends the emails instead of the mail server.'),
    hook('send_sms', 'Send text messages', 'Sends the codes instead of the SMS provider.'),
    hook(
      'password_verification_attempt',
      'Password attempts',
      'Can reject a sign-in, for example after many wrong passwords.',
    ),
    hook('mfa_verification_attempt', 'Second-factor attempts', 'Can reject a second-factor code.'),
  ],
}
