import type { AuthSettings } from '@stoa/contract/platform/projects'

/** What the server would refuse, in words, by field; empty when it would take everything. */
export function authSettingsProblems(
  settings: AuthSettings,
  isValidUrl: (text: string) => boolean,
): Partial<Record<keyof AuthSettings, string>> {
  const { site_url, password_min_length, jwt_exp, mfa_max_enrolled_factors } = settings
  return {
    ...(!isValidUrl(site_url) && { site_url: 'An address that begins with http:// or https://.' }),
    ...(!isWholeBetween(password_min_length, 6, 72) && {
      password_min_length: 'A whole number from 6 to 72.',
    }),
    ...(!isWholeBetween(mfa_max_enrolled_factors, 0, 30) && {
      mfa_max_enrolled_factors: 'A whole number from 0 to 30.',
    }),
    ...(!isWholeBetween(jwt_exp, 30, 604_800) && { jwt_exp: 'A whole number from 30 to 604,800.' }),
  }
}

const isWholeBetween = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
