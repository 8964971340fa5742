import { z } from 'zod'

/** The records of a base backup, stored beside it. */
const BackupDescription = z.object({
  id: z.string(),
  chain: z.string(),
  completedAt: z.iso.datetime(),
  bytes: z.number(),
  timeline: z.number(),
  firstSegment: z.number(),
  lastSegment: z.number(),
  segmentBytes: z.number(),
})
export type BackupDescription = z.infer<typeof BackupDescription>

export const formatDescription = (description: BackupDescription): Buffer =>
  Buffer.from(JSON.stringify(description))

export const parseDescription = (text: Buffer): BackupDescription =>
  BackupDescription.parse(JSON.parse(text.toString('utf8')))
