/** Sends mail for a project; where no mail server is configured it goes to the local mailbox. */
export type Mailer = (mail: {
  readonly projectRef: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
}) => Promise<void>
