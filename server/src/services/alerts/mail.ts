import type { MessageContent } from '../../project/alert-records.ts'
import type { ChatText } from './chat-body.ts'

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES.get(sign) ?? sign)

/** A mail about alerts, or with the result of a query. Names in it are user input and are escaped. */
export function mailOf({ title, lines, link }: ChatText, content: MessageContent) {
  const csv = content.kind === 'result' ? content.csv : undefined
  return {
    // A mail header must be a single line.
    subject: title.replaceAll(/\s+/g, ' '),
    text: [title, ...lines, ...(csv === undefined ? [] : ['', csv]), '', link, ''].join('\n'),
    html: [
      `<p><strong>${escapeHtml(title)}</strong></p>`,
      ...(lines.length > 0
        ? [`<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`]
        : []),
      ...(csv === undefined ? [] : [`<pre>${escapeHtml(csv)}</pre>`]),
      `<p><a href="${escapeHtml(link)}">Open in the dashboard</a></p>`,
    ].join('\n'),
  }
}
