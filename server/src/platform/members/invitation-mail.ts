import { escapeHtml } from '../escape-html.ts'

/** The text of an invitation; the organization's name is user input and is escaped. */
export function invitationMail(invitation: { organization: string; link: string; days: number }) {
  const { organization, link, days } = invitation
  const expiry = `The link expires in ${days} days and only works for this email address.`
  return {
    // A mail header must be a single line.
    subject: `You have been invited to ${organization.replaceAll(/\s+/g, ' ')}`,
    text: `You have been invited to join ${organization} on Stoa.\n\nJoin: ${link}\n\n${expiry}\n`,
    html: [
      `<p>You have been invited to join <strong>${escapeHtml(organization)}</strong> on Stoa.</p>`,
      `<p><a href="${escapeHtml(link)}">Join ${escapeHtml(organization)}</a></p>`,
      `<p>${expiry}</p>`,
    ].join('\n'),
  }
}
