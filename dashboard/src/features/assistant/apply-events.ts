import type { AnswerEvent } from '@stoa/contract/platform/assistant'
import type { ChatMessage } from '../../data/local/assistant/chats.ts'

/** An answer with what has arrived of it. */
export const applyEvents = (message: ChatMessage, events: readonly AnswerEvent[]): ChatMessage =>
  events.reduce(applyEvent, message)

function applyEvent(message: ChatMessage, event: AnswerEvent): ChatMessage {
  switch (event.kind) {
    case 'text':
      return { ...message, text: message.text + event.text }
    case 'tool': {
      const { id, title, input } = event
      const text = paragraph(message.text)
      return { ...message, text, tools: [...message.tools, { id, title, input, state: 'running' }] }
    }
    case 'tool_ended': {
      const state = event.failed ? 'failed' : 'done'
      const tools = message.tools.map((tool) => (tool.id === event.id ? { ...tool, state } : tool))
      return { ...message, tools: tools as ChatMessage['tools'] }
    }
    case 'proposal': {
      const { id, title, sql, type } = event
      if (message.proposals.some((proposal) => proposal.id === id)) return message
      return { ...message, proposals: [...message.proposals, { id, title, sql, type }] }
    }
    case 'done':
      return event.reason === 'complete' ? message : { ...message, ended: event.reason }
    case 'failed':
    case 'sent':
      return message
  }
}

/** The text after a tool is a paragraph of its own. */
const paragraph = (text: string) => (text === '' || text.endsWith('\n\n') ? text : `${text}\n\n`)
