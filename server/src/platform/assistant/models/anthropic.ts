import { z } from 'zod'
import type { ModelEvent, ModelMessage, Protocol, ToolCall } from './model.ts'

const MAX_OUTPUT_TOKENS = 8192

/** Anthropic's messages. */
export const anthropic: Protocol = {
  path: '/messages',
  headers: ({ key }) => ({
    'anthropic-version': '2023-06-01',
    ...(key !== undefined && { 'x-api-key': key }),
  }),
  body: (model, { instructions, messages, tools }) => ({
    model,
    stream: true,
    max_tokens: MAX_OUTPUT_TOKENS,
    system: instructions,
    messages: joined(messages.map(toMessage)),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
    }),
  }),
  reader: createReader,
}

type Block = Readonly<Record<string, unknown>>
type Message = { readonly role: 'user' | 'assistant'; readonly content: readonly Block[] }

function toMessage(message: ModelMessage): Message {
  if (message.role === 'user') return { role: 'user', content: textBlocks(message.text) }
  if (message.role === 'tool')
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: message.callId, content: message.text }],
    }
  const calls = message.calls.map(({ id, name, arguments: given }) => ({
    type: 'tool_use',
    id,
    name,
    input: objectOf(given),
  }))
  return { role: 'assistant', content: [...textBlocks(message.text), ...calls] }
}

/** Empty texts are refused. */
const textBlocks = (text: string): Block[] => (text.trim() === '' ? [] : [{ type: 'text', text }])

/** The roles have to alternate, and all results of one answer belong to one message. */
function joined(messages: readonly Message[]): Message[] {
  const all: Message[] = []
  for (const message of messages) {
    const last = all.at(-1)
    if (message.content.length === 0) continue
    if (last?.role === message.role)
      all[all.length - 1] = { ...last, content: [...last.content, ...message.content] }
    else all.push(message)
  }
  return all
}

function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

const Tokens = z
  .object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() })
  .nullish()

const Event = z.object({
  type: z.string(),
  message: z.object({ usage: Tokens }).nullish(),
  usage: Tokens,
  content_block: z
    .object({ type: z.string(), id: z.string().nullish(), name: z.string().nullish() })
    .nullish(),
  delta: z
    .object({
      type: z.string().nullish(),
      text: z.string().nullish(),
      partial_json: z.string().nullish(),
      stop_reason: z.string().nullish(),
    })
    .nullish(),
  error: z.object({ message: z.string() }).nullish(),
})

function createReader(): (data: unknown) => readonly ModelEvent[] {
  let open: ToolCall | undefined
  let reason: string | undefined
  return (data) => {
    const event = Event.parse(data)
    if (event.type === 'error') throw new Error(event.error?.message ?? 'unknown error')
    if (event.type === 'message_start') return usageOf(event.message?.usage)
    if (event.type === 'content_block_start') {
      const { type, id, name } = event.content_block ?? {}
      open = type === 'tool_use' ? { id: id ?? '', name: name ?? '', arguments: '' } : undefined
    }
    if (event.type === 'content_block_delta') {
      if (event.delta?.text) return [{ kind: 'text', text: event.delta.text }]
      const more = event.delta?.partial_json
      if (open && more) open = { ...open, arguments: open.arguments + more }
    }
    if (event.type === 'content_block_stop' && open) {
      const call = open
      open = undefined
      return [{ kind: 'call', call }]
    }
    if (event.type === 'message_delta') {
      reason = event.delta?.stop_reason ?? reason
      return usageOf(event.usage)
    }
    if (event.type === 'message_stop')
      return [{ kind: 'end', reason: reason === 'max_tokens' ? 'length' : 'complete' }]
    return []
  }
}

const usageOf = (tokens: z.infer<typeof Tokens>): ModelEvent[] => [
  {
    kind: 'usage',
    ...(typeof tokens?.input_tokens === 'number' && { input: tokens.input_tokens }),
    ...(typeof tokens?.output_tokens === 'number' && { output: tokens.output_tokens }),
  },
]
