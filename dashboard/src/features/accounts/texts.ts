/** Where an email is stored on an installation that cannot send it. */
export const NO_MAIL_SERVER =
  'No mail server is configured, so the email is in the installation’s mailbox. Ask an operator for it.'
