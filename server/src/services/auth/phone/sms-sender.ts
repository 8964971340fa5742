export type SmsChannel = 'sms' | 'whatsapp'

export type SmsMessage = {
  /** The digits of the number, without a plus. */
  readonly phone: string
  readonly text: string
  /** The code in the text. Some channels send it in their own text. */
  readonly code: string
  readonly channel: SmsChannel
}

/** Sends text messages for one project. */
export type SmsSender = {
  /** Rejects if the provider refuses the message or can't be reached. */
  send(message: SmsMessage): Promise<{ readonly messageId: string }>
  /** Present when the provider chooses codes itself and checks them. */
  readonly check?: (given: { readonly phone: string; readonly code: string }) => Promise<boolean>
}
