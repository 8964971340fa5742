/** Sends mail for a project, or stores it in the local mailbox if no mail server is configured. */
export type Mailer = (mail: {
  readonly projectRef: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}) => Promise<void>
