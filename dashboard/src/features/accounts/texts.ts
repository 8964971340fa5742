/** Where an email ends up on an installation that cannot send it. */
export const NO_MAIL_SERVER =
  'No mail server is configured, so ask an operator of this installation to read the email to you from its mailbox.'
