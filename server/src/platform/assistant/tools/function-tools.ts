import {
  listFunctions,
  readFunction,
  readFunctionVersion,
} from '@stoa/contract/services/functions/members'
import { z } from 'zod'
import { tool, type Tool } from './tool.ts'

const level = 'schema'
const permission = 'functions:read'

/** Tools that read the deployed edge functions. */
export const functionTools: readonly Tool[] = [
  tool({
    name: 'list_edge_functions',
    title: 'Listing edge functions',
    description: 'Lists the deployed edge functions.',
    level,
    permission,
    input: z.object({}),
    async run(_given, caller) {
      const functions = await caller.call(listFunctions, {})
      if (functions.length === 0) return 'There are none.'
      return functions
        .map(({ slug, description, version, verify_jwt }) =>
          `${slug}: version ${version}, ${verify_jwt ? 'needs' : 'needs no'} token. ${description}`.trim(),
        )
        .join('\n')
    },
  }),
  tool({
    name: 'read_edge_function',
    title: 'Reading an edge function',
    description: 'Returns the source files of the active version of an edge function.',
    level,
    permission,
    input: z.object({ name: z.string().min(1).max(48) }),
    async run({ name }, caller) {
      const { version } = await caller.call(readFunction, { params: { function_slug: name } })
      const { files } = await caller.call(readFunctionVersion, {
        params: { function_slug: name, version },
      })
      return files
        .map(({ path, content, encoding }) =>
          encoding === 'utf8' ? `// ${path}\n${content}` : `// ${path} is not text`,
        )
        .join('\n\n')
    },
  }),
]
