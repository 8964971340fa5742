import type { MessageContent } from '../../project/alert-records.ts'
import type { ChatText } from './chat-body.ts'
import { MAX_LINES } from './limits.ts'
import { lineTitle } from './messages.ts'

/** The facts about the project that a message names. */
export type About = { readonly projectName: string; readonly url: string }

/** The text of a message for chats and mails. */
export function messageText(
  subject: string,
  content: MessageContent,
  { projectName, url }: About,
): ChatText {
  const title = `${subject} (${projectName})`
  switch (content.kind) {
    case 'test':
      return { title, lines: ['Messages about alerts will look like this.'], link: `${url}/alerts` }
    case 'result':
      return {
        title,
        lines: content.is_limited ? ['The result was longer. These are its first rows.'] : [],
        link: `${url}/alerts/queries?panel=runs&item=${content.query_id}`,
      }
    case 'alerts': {
      const shown = content.lines.slice(0, MAX_LINES)
      const others = content.lines.length - shown.length
      return {
        title,
        lines: [
          ...shown.map((line) => `${lineTitle(line)} – ${line.detail}`),
          ...(others > 0 ? [`and ${others} more`] : []),
        ],
        link: `${url}/alerts`,
      }
    }
  }
}

/** The body of a webhook. */
export const webhookBody = (
  {
    ref,
    subject,
    content,
    at,
  }: { ref: string; subject: string; content: MessageContent; at: Date },
  { projectName, url }: About,
): string =>
  JSON.stringify({
    type: content.kind === 'alerts' ? 'alerts.changed' : 'alerts.test',
    timestamp: at.toISOString(),
    data: {
      project: { ref, name: projectName },
      subject,
      alerts: content.kind === 'alerts' ? content.lines : [],
      url: `${url}/alerts`,
    },
  })
