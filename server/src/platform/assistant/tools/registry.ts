import path from 'node:path'
import { includesLevel, type AssistantLevel } from '@stoa/contract/catalog/assistant-levels'
import type { Permission } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { ToolDeclaration } from '../models/model.ts'
import { createDocsTool } from './docs-tool.ts'
import { functionTools } from './function-tools.ts'
import { logTools } from './log-tools.ts'
import { queryTools } from './query-tools.ts'
import { schemaTools } from './schema-tools.ts'
import type { Tool } from './tool.ts'

const CHECKOUT = path.resolve(import.meta.dirname, '..', '..', '..', '..', '..')

/** Every tool that reads something. The only one that leads to a write is `propose_sql`. */
export const createTools = (now: () => Date): readonly Tool[] => [
  createDocsTool(CHECKOUT),
  ...schemaTools,
  ...functionTools,
  ...logTools(now),
  ...queryTools,
]

/** The limits of one person's assistant. */
export type ToolAccess = {
  readonly level: AssistantLevel
  readonly can: (permission: Permission) => boolean
}

/** The tools that exist for a person. Others are not mentioned to the model. */
export const toolsFor = (tools: readonly Tool[], { level, can }: ToolAccess): readonly Tool[] =>
  tools.filter(
    (tool) =>
      includesLevel(level, tool.level) && (tool.permission === undefined || can(tool.permission)),
  )

/** A tool as providers expect it. */
export function declarationOf({
  name,
  description,
  input,
}: Pick<Tool, 'name' | 'description' | 'input'>): ToolDeclaration {
  const { $schema: _version, ...parameters } = z.toJSONSchema(input, { io: 'input' })
  return { name, description, parameters }
}
