import { parentPort, workerData } from 'node:worker_threads'
import {
  generateGo,
  generatePython,
  generateSwift,
  generateTypescript,
  sortGeneratorMetadata,
} from '@supabase/postgrest-typegen/generation'
import type { WritingTask } from './type-writer.ts'

/**
 * The PostgREST version by which client libraries choose their query types: the dialect of our data
 * API.
 */
const POSTGREST_VERSION = '14.0'

// The task comes from the server itself, so it needs no validation.
const task = workerData as WritingTask
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
parentPort?.postMessage(await write(task))

function write({ language, metadata, defaultSchema }: WritingTask): Promise<string> | string {
  const sorted = sortGeneratorMetadata(metadata)
  if (language === 'go') return generateGo(sorted)
  if (language === 'swift') return generateSwift(sorted, { accessControl: 'public' })
  if (language === 'python') return generatePython(sorted)
  return generateTypescript(sorted, {
    postgrestVersion: POSTGREST_VERSION,
    detectOneToOneRelationships: true,
    defaultSchema,
  })
}
