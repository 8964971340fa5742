import { z } from 'zod'

const Credential = z.string().max(500)

/** Settings for signing in with a phone number and for the providers that send the messages. */
export const phone = {
  fields: {
    external_phone_enabled: z.boolean(),
    /** Confirms phone numbers immediately, without a code. */
    sms_autoconfirm: z.boolean(),
    /** Minimum seconds between two messages to the same account. */
    sms_max_frequency: z.int().min(0).max(32_767),
    /** Lifetime of a code sent by message, in seconds. */
    sms_otp_exp: z.int().min(1).max(604_800),
    sms_otp_length: z.int().min(6).max(10),
    /** When the provider has no credentials, messages are kept in the project's mailbox. */
    sms_provider: z.enum(['twilio', 'twilio_verify', 'messagebird', 'textlocal', 'vonage']),
    /** A Go template; `{{ .Code }}` is the code. */
    sms_template: z.string().max(1000),
    /** Fixed codes by number: `15551234567=123456,15557654321=654321`. No message is sent. */
    sms_test_otp: z
      .string()
      .max(5000)
      .regex(/^(\d{1,15}=\d{1,10}(,|$))*$/),
    /** When the fixed codes stop working. Empty: never. */
    sms_test_otp_valid_until: z.union([z.iso.datetime({ offset: true }), z.literal('')]),
    sms_twilio_account_sid: Credential,
    sms_twilio_auth_token: Credential,
    sms_twilio_content_sid: Credential,
    sms_twilio_message_service_sid: Credential,
    sms_twilio_verify_account_sid: Credential,
    sms_twilio_verify_auth_token: Credential,
    sms_twilio_verify_message_service_sid: Credential,
    sms_messagebird_access_key: Credential,
    sms_messagebird_originator: Credential,
    sms_textlocal_api_key: Credential,
    sms_textlocal_sender: Credential,
    sms_vonage_api_key: Credential,
    sms_vonage_api_secret: Credential,
    sms_vonage_from: Credential,
  },
  defaults: {
    external_phone_enabled: false,
    sms_autoconfirm: false,
    sms_max_frequency: 5,
    sms_otp_exp: 60,
    sms_otp_length: 6,
    sms_provider: 'twilio' as const,
    sms_template: 'Your code is {{ .Code }}',
    sms_test_otp: '',
    sms_test_otp_valid_until: '',
    sms_twilio_account_sid: '',
    sms_twilio_auth_token: '',
    sms_twilio_content_sid: '',
    sms_twilio_message_service_sid: '',
    sms_twilio_verify_account_sid: '',
    sms_twilio_verify_auth_token: '',
    sms_twilio_verify_message_service_sid: '',
    sms_messagebird_access_key: '',
    sms_messagebird_originator: '',
    sms_textlocal_api_key: '',
    sms_textlocal_sender: '',
    sms_vonage_api_key: '',
    sms_vonage_api_secret: '',
    sms_vonage_from: '',
  },
  secrets: [
    'sms_twilio_auth_token',
    'sms_twilio_verify_auth_token',
    'sms_messagebird_access_key',
    'sms_textlocal_api_key',
    'sms_vonage_api_secret',
  ] as const,
}
