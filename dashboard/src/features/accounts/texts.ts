/** Where an email ends up on an installation that cannot send it. */
export const NO_MAIL_SERVER =
  'No mail server is configured. Ask an operator of this installation for the email, which is in the mailbox.'
