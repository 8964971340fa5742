import { z } from 'zod'

const PerPeriod = z.int().min(1).max(2_147_483_647)

/** Settings that protect accounts: rate limits, CAPTCHA, and when a password can be changed. */
export const protection = {
  fields: {
    /** Requires a nonce sent by mail or message to set a password a day after signing in. */
    security_update_password_require_reauthentication: z.boolean(),
    /** Requires the current password to set a new one. */
    security_update_password_require_current_password: z.boolean(),
    /** Rejects passwords that are known from data breaches (Have I Been Pwned). */
    password_hibp_enabled: z.boolean(),
    security_captcha_enabled: z.boolean(),
    security_captcha_provider: z.enum(['hcaptcha', 'turnstile']),
    security_captcha_secret: z.string().max(500),
    /** Counts requests with the secret key by the address in the header `Sb-Forwarded-For`. */
    security_sb_forwarded_for_enabled: z.boolean(),
    /** Mails and messages of the whole project per hour. */
    rate_limit_email_sent: PerPeriod,
    rate_limit_sms_sent: PerPeriod,
    /** Sign-ups and sign-ins of one client per hour. */
    rate_limit_anonymous_users: PerPeriod,
    /** Requests of one client per five minutes. */
    rate_limit_verify: PerPeriod,
    rate_limit_token_refresh: PerPeriod,
    rate_limit_otp: PerPeriod,
    rate_limit_web3: PerPeriod,
  },
  defaults: {
    security_update_password_require_reauthentication: false,
    security_update_password_require_current_password: false,
    password_hibp_enabled: false,
    security_captcha_enabled: false,
    security_captcha_provider: 'hcaptcha' as const,
    security_captcha_secret: '',
    security_sb_forwarded_for_enabled: false,
    rate_limit_email_sent: 360,
    rate_limit_sms_sent: 360,
    rate_limit_anonymous_users: 300,
    rate_limit_verify: 60,
    rate_limit_token_refresh: 1800,
    rate_limit_otp: 60,
    rate_limit_web3: 60,
  },
  secrets: ['security_captcha_secret'] as const,
}
