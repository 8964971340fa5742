import process from 'node:process'
import { z } from 'zod'

const Report = z.object({
  userLimits: z.object({
    open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }),
  }),
})

/**
 * How many files and sockets this process may have open. Node raises the limit to the highest that
 * the account may have when it starts.
 */
export function openFilesLimit(): number {
  const { soft } = Report.parse(process.report.getReport()).userLimits.open_files
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}
