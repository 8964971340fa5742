import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { Role } from '@stoa/contract/platform/permissions'
import { escapeHtml } from '../escape-html.ts'

type Invited = {
  readonly organization: string
  readonly role: Role
  /** The name or address of the account that invites; null for the operator credential. */
  readonly inviter: string | null
  readonly link: string
  readonly days: number
}

// A mail header must be a single line.
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The text of an invitation. The names in it are user input and are escaped. */
export function invitationMail({ organization, role, inviter, link, days }: Invited) {
  const opening = (name: (text: string) => string, strong: (text: string) => string) =>
    inviter === null
      ? `You have been invited to ${strong(name(organization))}`
      : `${name(inviter)} invited you to ${strong(name(organization))}`
  const plain = opening(oneLine, (text) => text)
  const expiry = `The link expires in ${days} days and only works for this email address.`
  const asRole = `as ${ROLE_NAMES[role]} on Stoa.`
  return {
    subject: plain,
    text: `${plain} ${asRole}\n\nJoin: ${link}\n\n${expiry}\n`,
    html: [
      `<p>${opening(escapeHtml, (text) => `<strong>${text}</strong>`)} ${asRole}</p>`,
      `<p><a href="${escapeHtml(link)}">Join ${escapeHtml(organization)}</a></p>`,
      `<p>${expiry}</p>`,
    ].join('\n'),
  }
}
