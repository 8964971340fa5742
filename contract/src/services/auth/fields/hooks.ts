import { z } from 'zod'
import { MASKED_SECRET } from '../../../settings-section.ts'

/** A function of the project's database (`pg-functions://postgres/schema/name`) or a web address. */
const HookUri = z.union([
  z
    .string()
    .max(500)
    .regex(/^pg-functions:\/\/[^/]+\/[^/]+\/[^/]+$/),
  z.url({ protocol: /^https?$/ }).max(2000),
  z.literal(''),
])
/** Secrets of signed requests, each `v1,whsec_<base64>`, separated by `|`. */
const HookSecrets = z.union([
  z
    .string()
    .max(2000)
    .regex(/^(v1,whsec_[A-Za-z0-9+/=]{8,}(\||$))*$/),
  // The text that clients read in place of stored secrets, and can send back.
  z.literal(MASKED_SECRET),
])

/** Settings for hooks: the project owner's own code that runs during sign-ups and sign-ins. */
export const hooks = {
  fields: {
    hook_send_sms_enabled: z.boolean(),
    hook_send_sms_uri: HookUri,
    hook_send_sms_secrets: HookSecrets,
    hook_send_email_enabled: z.boolean(),
    hook_send_email_uri: HookUri,
    hook_send_email_secrets: HookSecrets,
    hook_custom_access_token_enabled: z.boolean(),
    hook_custom_access_token_uri: HookUri,
    hook_custom_access_token_secrets: HookSecrets,
    hook_mfa_verification_attempt_enabled: z.boolean(),
    hook_mfa_verification_attempt_uri: HookUri,
    hook_mfa_verification_attempt_secrets: HookSecrets,
    hook_password_verification_attempt_enabled: z.boolean(),
    hook_password_verification_attempt_uri: HookUri,
    hook_password_verification_attempt_secrets: HookSecrets,
    hook_before_user_created_enabled: z.boolean(),
    hook_before_user_created_uri: HookUri,
    hook_before_user_created_secrets: HookSecrets,
    hook_after_user_created_enabled: z.boolean(),
    hook_after_user_created_uri: HookUri,
    hook_after_user_created_secrets: HookSecrets,
  },
  defaults: {
    hook_send_sms_enabled: false,
    hook_send_sms_uri: '',
    hook_send_sms_secrets: '',
    hook_send_email_enabled: false,
    hook_send_email_uri: '',
    hook_send_email_secrets: '',
    hook_custom_access_token_enabled: false,
    hook_custom_access_token_uri: '',
    hook_custom_access_token_secrets: '',
    hook_mfa_verification_attempt_enabled: false,
    hook_mfa_verification_attempt_uri: '',
    hook_mfa_verification_attempt_secrets: '',
    hook_password_verification_attempt_enabled: false,
    hook_password_verification_attempt_uri: '',
    hook_password_verification_attempt_secrets: '',
    hook_before_user_created_enabled: false,
    hook_before_user_created_uri: '',
    hook_before_user_created_secrets: '',
    hook_after_user_created_enabled: false,
    hook_after_user_created_uri: '',
    hook_after_user_created_secrets: '',
  },
  secrets: [
    'hook_send_sms_secrets',
    'hook_send_email_secrets',
    'hook_custom_access_token_secrets',
    'hook_mfa_verification_attempt_secrets',
    'hook_password_verification_attempt_secrets',
    'hook_before_user_created_secrets',
    'hook_after_user_created_secrets',
  ] as const,
}
