import { escapeHtml } from '../escape-html.ts'

/** The words of an invitation; the organization's name is somebody's input and is escaped. */
export function invitationMail(invitation: { organization: string; link: string; days: number }) {
  const { organization, link, days } = invitation
  const expiry = `The link works for ${days} days and for this address only.`
  return {
    // A header is one line.
    subject: `You are invited to ${organization.replaceAll(/\s+/g, ' ')}`,
    text: `You are invited to join ${organization}.\n\nJoin: ${link}\n\n${expiry}\n`,
    html: [
      `<p>You are invited to join <strong>${escapeHtml(organization)}</strong>.</p>`,
      `<p><a href="${escapeHtml(link)}">Join ${escapeHtml(organization)}</a></p>`,
      `<p>${expiry}</p>`,
    ].join('\n'),
  }
}
