import type { AssistantLevel } from '@stoa/contract/catalog/assistant-levels'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { z } from 'zod'

/** The input of a call, whose path parameter `ref` is always the project of the chat. */
export type ToolInput<Params, Query, Body> = {
  readonly params?: Omit<Params, 'ref'>
  readonly query?: Partial<Query>
  readonly body?: Body
}

/** Calls the endpoints of this installation as the person who asks, with no more rights. */
export type ToolCaller = {
  /** Rejects with the error that the person would get. */
  call<Params, Query, Body, Response>(
    endpoint: Endpoint<Params, Query, Body, Response>,
    input: ToolInput<Params, Query, Body>,
  ): Promise<Response>
}

/** Something that the assistant can read. */
export type Tool = {
  readonly name: string
  /** The activity while it runs, as the person reads it. */
  readonly title: string
  /** The model decides by it. */
  readonly description: string
  /** The least level of the organization at which it exists. */
  readonly level: AssistantLevel
  /** Absent if it reads nothing of the project. */
  readonly permission?: Permission
  readonly input: z.ZodObject
  /** Returns a text for the model. `given` is parsed. */
  readonly run: (given: unknown, caller: ToolCaller) => Promise<string>
}

/** Declares a tool. Its arguments are parsed with its schema before it runs. */
export function tool<Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input
    readonly run: (given: z.output<Input>, caller: ToolCaller) => Promise<string>
  },
): Tool {
  return {
    ...definition,
    run: async (given, caller) => definition.run(definition.input.parse(given), caller),
  }
}
