import { expect, it } from 'vitest'
import { authSettingsProblems } from './auth-settings-problems.ts'

it('names the auth settings the server would refuse', () => {
  const settings = {
    site_url: 'ftp://x',
    disable_signup: false,
    mailer_autoconfirm: false,
    jwt_exp: 29,
    password_min_length: 6.5,
    uri_allow_list: [],
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mfa_max_enrolled_factors: 31,
  }
  expect(Object.keys(authSettingsProblems(settings, () => false))).toEqual([
    'site_url',
    'password_min_length',
    'mfa_max_enrolled_factors',
    'jwt_exp',
  ])
  const mended = { jwt_exp: 30, password_min_length: 72, mfa_max_enrolled_factors: 30 }
  expect(authSettingsProblems({ ...settings, ...mended }, () => true)).toEqual({})
})
