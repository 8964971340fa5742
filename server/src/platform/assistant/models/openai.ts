import { z } from 'zod'
import type { ModelEvent, ModelMessage, Protocol, ToolCall } from './model.ts'

/** Chat completions as OpenAI defined them. Google and most servers for open models offer them too. */
export const openai: Protocol = {
  path: '/chat/completions',
  headers: ({ key }) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body: (model, { instructions, messages, tools }) => ({
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'system', content: instructions }, ...messages.map(toMessage)],
    // Servers reject an empty list.
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
    }),
  }),
  reader: createReader,
}

function toMessage(message: ModelMessage): Readonly<Record<string, unknown>> {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.callId, content: message.text }
  if (message.role === 'user') return { role: 'user', content: message.text }
  const { text, calls } = message
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: given }) => ({
        id,
        type: 'function',
        function: { name, arguments: given },
      })),
    }),
  }
}

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
    .nullish(),
})

type PartialCall = { id: string; name: string; arguments: string }

function createReader(): (data: unknown) => readonly ModelEvent[] {
  const calls = new Map<number, PartialCall>()
  function add(delta: z.infer<typeof Chunk>['choices']): void {
    for (const part of delta?.[0]?.delta?.tool_calls ?? []) {
      // Some servers send whole calls without an index.
      const index = part.index ?? (part.id ? calls.size : Math.max(0, calls.size - 1))
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' }
      calls.set(index, {
        id: part.id ?? call.id,
        name: call.name + (part.function?.name ?? ''),
        arguments: call.arguments + (part.function?.arguments ?? ''),
      })
    }
  }
  return (data) => {
    const { choices, usage } = Chunk.parse(data)
    const events: ModelEvent[] = []
    const text = choices?.[0]?.delta?.content
    if (text) events.push({ kind: 'text', text })
    add(choices)
    if (usage)
      events.push({
        kind: 'usage',
        input: usage.prompt_tokens ?? 0,
        output: usage.completion_tokens ?? 0,
      })
    const reason = choices?.[0]?.finish_reason
    if (reason) {
      events.push(
        ...[...calls].map(([index, call]) => ({ kind: 'call', call: named(call, index) }) as const),
      )
      calls.clear()
      events.push({ kind: 'end', reason: reason === 'length' ? 'length' : 'complete' })
    }
    return events
  }
}

/** Some servers give their calls no ids. */
const named = (call: PartialCall, index: number): ToolCall => ({
  ...call,
  id: call.id === '' ? `call_${index}` : call.id,
})
