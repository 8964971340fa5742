import { z } from 'zod'
import { Identifier } from './params.ts'

/** An expression that a person writes as SQL. */
export const Expression = z.string().min(1).max(100_000)

const template = <Name extends string, Shape extends z.core.$ZodLooseShape>(
  name: Name,
  shape: Shape,
) => z.object({ template: z.literal(name), ...shape })

const Text = z.string().trim().min(1).max(1000)
/** The bucket whose files the policy is for; null for the files of all buckets. */
const bucket = z.string().min(1).max(1000).nullable()

/** A usual condition of a policy, which the server writes as SQL. */
export const PolicyTemplate = z.discriminatedUnion('template', [
  /** The column contains the ID of the signed-in user. */
  template('own_rows', { column: Identifier }),
  template('bucket_files', { bucket }),
  /** Files in the folder that is named after the user's ID. */
  template('own_folder', { bucket }),
  /** Files in a folder, such as `reports/2026`, and in the folders in it. */
  template('one_folder', { bucket, folder: Text.regex(/[^/\s]/, 'Enter a folder.') }),
  /** Files whose names end with the extension. */
  template('file_type', { bucket, file_type: Text.regex(/[^.\s]/, 'Enter an extension.') }),
  /** The channel `user:` and the user's ID. */
  template('own_topic', {}),
  template('one_topic', { topic: Text }),
  /** The channels that a table of the schema public lists for the user. */
  template('topic_members', { table: Identifier }),
])
export type PolicyTemplate = z.infer<typeof PolicyTemplate>

/** A condition in a person's SQL, or a usual one. */
export const PolicyCondition = z.union([Expression, PolicyTemplate])
export type PolicyCondition = z.infer<typeof PolicyCondition>

/** The messages of private channels that a policy on `realtime.messages` is for. */
export const ChannelMessages = z.enum(['all', 'broadcast', 'presence'])
export type ChannelMessages = z.infer<typeof ChannelMessages>
