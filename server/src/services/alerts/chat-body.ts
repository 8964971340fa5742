import type { ChatFormat } from '@stoa/contract/services/alerts/channels'
import { MAX_CHAT_LENGTH } from './limits.ts'

/** The text of a message, without markup of any chat. */
export type ChatText = {
  readonly title: string
  readonly lines: readonly string[]
  readonly link: string
}

/** The body of a chat's incoming webhook. Names of rules cannot mention people or channels. */
export function chatBody(format: ChatFormat, message: ChatText): string {
  switch (format) {
    case 'slack':
      return JSON.stringify({ text: plainText(message, escapeSlack) })
    case 'discord':
      return JSON.stringify({ content: plainText(message), allowed_mentions: { parse: [] } })
    case 'teams':
      return JSON.stringify(adaptiveCard(message))
  }
}

const plainText = (
  { title, lines, link }: ChatText,
  escape: (text: string) => string = (text) => text,
): string => {
  const text = [title, ...lines.map((line) => `• ${line}`)].map(escape).join('\n')
  return `${shortened(text)}\n${link}`
}

const shortened = (text: string) =>
  text.length > MAX_CHAT_LENGTH ? `${text.slice(0, MAX_CHAT_LENGTH)}…` : text

/** Slack reads `<!channel>` and `<@U…>` as mentions. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const adaptiveCard = ({ title, lines, link }: ChatText) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
          ...lines.map((text) => ({ type: 'TextBlock', text: shortened(text), wrap: true })),
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'Open alerts', url: link }],
      },
    },
  ],
})
