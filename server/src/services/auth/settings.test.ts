import { authSettings } from '@stoa/contract/services/auth/settings'
import { MASKED_SECRET } from '@stoa/contract/settings-section'
import { expect, it } from 'vitest'
import { z } from 'zod'

function isAccepted(field: string, value: unknown): boolean {
  const schema = authSettings.fields[field]
  return schema !== undefined && z.safeParse(schema, value).success
}

it.each(authSettings.secrets)('clients can read and send back the masked %s', (field) => {
  expect(isAccepted(field, MASKED_SECRET)).toBe(true)
})

it('has defaults that are valid', () => {
  const invalid = Object.entries(authSettings.defaults).filter(
    ([field, value]) => !isAccepted(field, value),
  )
  expect(invalid).toEqual([])
})

it.each([
  ['hook_send_sms_uri', 'pg-functions://postgres/public/send_sms', true],
  ['hook_send_sms_uri', 'https://example.com/hook', true],
  ['hook_send_sms_uri', 'file:///etc/passwd', false],
  ['hook_send_sms_uri', 'pg-functions://postgres/public', false],
  ['hook_send_sms_secrets', 'v1,whsec_c2VjcmV0IHNlY3JldA==', true],
  ['hook_send_sms_secrets', 'v1,whsec_c2VjcmV0IHNlY3JldA==|v1,whsec_YW5vdGhlciBzZWNyZXQ=', true],
  ['hook_send_sms_secrets', 'plain', false],
  ['sms_test_otp', '15551234567=123456,15557654321=654321', true],
  ['sms_test_otp', '+15551234567=123456', false],
  ['sms_test_otp_valid_until', '2030-01-01T00:00:00Z', true],
  ['sms_test_otp_valid_until', 'tomorrow', false],
  ['smtp_port', '587', true],
  ['smtp_port', 'smtp', false],
])('%s takes %s: %s', (field, value, isValid) => {
  expect(isAccepted(field, value)).toBe(isValid)
})
