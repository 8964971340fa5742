import type { Ticket } from '@stoa/contract/platform/support'
import { escapeHtml } from '../escape-html.ts'

/** A ticket as a mail; everything in it is user input and is escaped. */
export function ticketMail(ticket: Ticket): { subject: string; text: string; html: string } {
  const lines = [
    `From: ${ticket.email}`,
    `Category: ${ticket.category}`,
    `Severity: ${ticket.severity}`,
    `Organization: ${ticket.organization_slug ?? 'none'}`,
    `Project: ${ticket.project_ref ?? 'none'}`,
    `Support access to project: ${ticket.allow_support_access ? 'yes' : 'no'}`,
    `Ticket: ${ticket.number}`,
  ]
  return {
    // A mail header must be a single line.
    subject: `[${ticket.number}] [${ticket.severity}] ${ticket.subject.replaceAll(/\s+/g, ' ')}`,
    text: `${ticket.message}\n\n${lines.join('\n')}\n`,
    html: [
      `<pre style="white-space: pre-wrap">${escapeHtml(ticket.message)}</pre>`,
      `<p>${lines.map(escapeHtml).join('<br>')}</p>`,
    ].join('\n'),
  }
}
