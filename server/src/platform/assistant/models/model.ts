import type { ProviderKind } from '@stoa/contract/catalog/assistant-levels'
import type { OutgoingStreams } from '../../../lib/outgoing.ts'

/** A model of a provider, and the key to use it with. */
export type Provider = {
  readonly kind: ProviderKind
  /** Without a trailing slash. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
}

/** A tool as a model sees it. */
export type ToolDeclaration = {
  readonly name: string
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A model's wish to use a tool, with arguments that may not be valid JSON. */
export type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string }

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string }

export type ModelRequest = {
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ToolDeclaration[]
}

export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  /** Totals so far, which replace earlier ones. */
  | { readonly kind: 'usage'; readonly input?: number; readonly output?: number }
  | { readonly kind: 'end'; readonly reason: 'complete' | 'length' }

/** The protocol of a provider. */
export type Protocol = {
  readonly path: string
  readonly headers: (provider: Provider) => Readonly<Record<string, string>>
  /** The body that the provider receives. */
  readonly body: (model: string, request: ModelRequest) => Readonly<Record<string, unknown>>
  /** Reads the events of one answer. A new reader is made for each answer. */
  readonly reader: () => (data: unknown) => readonly ModelEvent[]
}

export type ModelDeps = {
  readonly outgoing: OutgoingStreams
  /** How long a provider may send nothing. */
  readonly silenceMs?: number
}
