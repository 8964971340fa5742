import process from 'node:process'
import { z } from 'zod'

const Report = z.object({
  userLimits: z.object({
    open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }),
  }),
})

/**
 * How many files and sockets this process can have open. Node raises the limit at start to the
 * account's hard limit.
 */
export function openFilesLimit(): number {
  const { soft } = Report.parse(process.report.getReport()).userLimits.open_files
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}
