import type { AnswerEvent } from '@stoa/contract/platform/assistant'
import { messageOf } from '../../lib/describe-error.ts'
import { askModel, bodyOf, hostOf } from './models/ask-model.ts'
import type { ModelMessage, ToolCall } from './models/model.ts'
import type { ReachableProvider } from './providers.ts'
import type { TokenUsage } from './queries.ts'
import { kindOfSql, proposal } from './tools/proposal.ts'
import { declarationOf } from './tools/registry.ts'
import type { Tool, ToolCaller } from './tools/tool.ts'

/** A model that uses tools forever is stopped after this many requests. */
const MAX_STEPS = 12
/** The most tools of one step. Each costs a request of the person's own. */
const MAX_CALLS = 8
const MAX_RESULT_LENGTH = 24_000

export type Question = ReachableProvider & {
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly Tool[]
  readonly canPropose: boolean
  readonly caller: ToolCaller
  readonly signal: AbortSignal
  /** Throws if the person no longer has access. Called before each request to the provider. */
  readonly requireAccess: () => Promise<void>
  readonly silenceMs?: number
}

type Turn = { text: string; calls: ToolCall[]; reason: 'complete' | 'length' }

/** Works on a question in steps: the model speaks, uses tools, and continues with their results. */
export async function* answer(
  question: Question,
  onUsage: (usage: TokenUsage) => void,
): AsyncGenerator<AnswerEvent> {
  const messages = [...question.messages]
  const spent = { input: 0, output: 0 }
  const done = (reason: 'complete' | 'length' | 'steps'): AnswerEvent => ({
    kind: 'done',
    reason,
    usage: { input_tokens: spent.input, output_tokens: spent.output },
  })
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const turn: Turn = { text: '', calls: [], reason: 'complete' }
    // oxlint-disable-next-line no-await-in-loop -- Each step needs the results of the one before.
    await question.requireAccess()
    yield* ask(question, messages, turn, (usage) => {
      spent.input += usage.input
      spent.output += usage.output
      onUsage(usage)
    })
    const shown = turn.calls.flatMap((call) => proposalIn(question, call))
    yield* shown
    // The person decides about a proposal, so nothing follows it.
    if (turn.calls.length === 0 || shown.length > 0) {
      yield done(turn.reason)
      return
    }
    messages.push({ role: 'assistant', text: turn.text, calls: turn.calls })
    for (const [index, call] of turn.calls.entries())
      yield* useTool(question, call, { messages, isTooMuch: index >= MAX_CALLS })
  }
  yield done('steps')
}

async function* ask(
  question: Question,
  messages: readonly ModelMessage[],
  turn: Turn,
  onUsage: (usage: TokenUsage) => void,
): AsyncGenerator<AnswerEvent> {
  const { provider, outgoing, signal, silenceMs } = question
  const tools = [...question.tools, ...(question.canPropose ? [proposal] : [])].map(declarationOf)
  const body = bodyOf(provider, { instructions: question.instructions, messages, tools })
  yield { kind: 'sent', host: hostOf(provider), model: provider.model, body }
  const usage = { input: 0, output: 0 }
  try {
    for await (const event of askModel(provider, body, {
      outgoing,
      signal,
      ...(silenceMs !== undefined && { silenceMs }),
    })) {
      if (event.kind === 'text') {
        turn.text += event.text
        yield event
      }
      if (event.kind === 'call') turn.calls.push(event.call)
      if (event.kind === 'end') turn.reason = event.reason
      if (event.kind === 'usage') {
        usage.input = event.input ?? usage.input
        usage.output = event.output ?? usage.output
      }
    }
  } finally {
    // The provider bills an answer that was stopped too.
    onUsage(usage)
  }
}

type ToolPlace = { readonly messages: ModelMessage[]; readonly isTooMuch: boolean }

async function* useTool(
  { tools, caller, canPropose }: Question,
  call: ToolCall,
  { messages, isTooMuch }: ToolPlace,
): AsyncGenerator<AnswerEvent> {
  const reply = (text: string) => messages.push({ role: 'tool', callId: call.id, text })
  if (call.name === proposal.name && canPropose) {
    reply('Error: the arguments need a title and sql.')
    return
  }
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool || isTooMuch) {
    reply(tool ? 'Error: too many tools at once.' : `Error: there is no tool ${call.name}.`)
    return
  }
  yield { kind: 'tool', id: call.id, title: tool.title, input: call.arguments.slice(0, 2000) }
  let failed = false
  let text: string
  try {
    text = limited(await tool.run(tool.input.parse(argumentsOf(call)), caller))
  } catch (error) {
    failed = true
    text = `Error: ${messageOf(error)}`.slice(0, 2000)
  }
  // A result cannot end its own frame.
  reply(`<result of="${call.name}">\n${text.replaceAll('</result', '< /result')}\n</result>`)
  yield { kind: 'tool_ended', id: call.id, failed }
}

/** Tools without arguments get an empty text from some providers. */
const argumentsOf = (call: ToolCall): unknown =>
  JSON.parse(call.arguments.trim() === '' ? '{}' : call.arguments)

function proposalIn(
  { canPropose }: Question,
  call: ToolCall,
): Extract<AnswerEvent, { kind: 'proposal' }>[] {
  if (call.name !== proposal.name || !canPropose) return []
  try {
    const { title, sql } = proposal.input.parse(argumentsOf(call))
    return [{ kind: 'proposal', id: call.id, title, sql, type: kindOfSql(sql) }]
  } catch {
    return []
  }
}

const limited = (text: string): string =>
  text.length > MAX_RESULT_LENGTH
    ? `${text.slice(0, MAX_RESULT_LENGTH)}\n… cut after ${MAX_RESULT_LENGTH} characters`
    : text
