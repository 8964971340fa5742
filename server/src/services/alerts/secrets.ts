import { z } from 'zod'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { StoredChannel } from '../../project/alert-records.ts'

const Secrets = z.object({ url: z.string(), secret: z.string() })
export type ChannelSecrets = z.infer<typeof Secrets>

const contextOf = (ref: string, id: string) => `${ref} ${id}`

export const sealSecrets = (
  box: SecretBox,
  secrets: ChannelSecrets,
  { ref, id }: { readonly ref: string; readonly id: string },
): string => box.seal(JSON.stringify(secrets), contextOf(ref, id)).toString('base64')

export const openSecrets = (
  box: SecretBox,
  ref: string,
  { id, sealed }: Pick<StoredChannel, 'id' | 'sealed'>,
): ChannelSecrets =>
  Secrets.parse(JSON.parse(box.open(Buffer.from(sealed ?? '', 'base64'), contextOf(ref, id))))
