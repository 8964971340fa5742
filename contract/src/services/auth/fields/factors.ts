import { z } from 'zod'

/** Settings for second factors. */
export const factors = {
  fields: {
    /** Whether people can add authenticator apps (enroll) and use existing ones (verify). */
    mfa_totp_enroll_enabled: z.boolean(),
    mfa_totp_verify_enabled: z.boolean(),
    mfa_phone_enroll_enabled: z.boolean(),
    mfa_phone_verify_enabled: z.boolean(),
    mfa_phone_otp_length: z.int().min(6).max(10),
    /** A Go template; `{{ .Code }}` is the code. */
    mfa_phone_template: z.string().max(1000),
    /** Minimum seconds between two codes to the same number. */
    mfa_phone_max_frequency: z.int().min(0).max(32_767),
    mfa_web_authn_enroll_enabled: z.boolean(),
    mfa_web_authn_verify_enabled: z.boolean(),
    /** Whether people can get codes for a lost device (enroll) and use those they have (verify). */
    mfa_recovery_codes_enroll_enabled: z.boolean(),
    mfa_recovery_codes_verify_enabled: z.boolean(),
    /** Maximum factors per account, including unfinished enrollments. */
    mfa_max_enrolled_factors: z.int().min(0).max(30),
    /** When off, sessions of accounts with a verified factor end soon unless they verify it. */
    mfa_allow_low_aal: z.boolean(),
  },
  defaults: {
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mfa_phone_enroll_enabled: false,
    mfa_phone_verify_enabled: false,
    mfa_phone_otp_length: 6,
    mfa_phone_template: 'Your code is {{ .Code }}',
    mfa_phone_max_frequency: 5,
    mfa_web_authn_enroll_enabled: false,
    mfa_web_authn_verify_enabled: false,
    mfa_recovery_codes_enroll_enabled: true,
    mfa_recovery_codes_verify_enabled: true,
    mfa_max_enrolled_factors: 10,
    mfa_allow_low_aal: true,
  },
}
