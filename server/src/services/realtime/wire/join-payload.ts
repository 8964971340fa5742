import { z } from 'zod'

/**
 * Treats absent fields, null and values of another type alike, because clients send more than is
 * needed.
 */
const flag = z.boolean().catch(false)
const text = z.string().optional().catch(undefined)

/** One entry of `config.postgres_changes`, sent back with its id. */
export const ChangeRequest = z.object({
  event: z.string().optional(),
  schema: z.string().optional(),
  table: z.string().nullish(),
  filter: z.string().nullish(),
  select: z.array(z.string()).nullish(),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

const MAX_CHANGES = 100
const MAX_REPLAYED = 25
/** The last millisecond of the year 9999. */
const LAST_MS = 253_402_300_799_999

/** The stored messages that a client requests: at most `limit`, since a time in milliseconds. */
const Replay = z.object({
  since: z.int().min(0).max(LAST_MS),
  limit: z.int().min(1).max(MAX_REPLAYED).default(MAX_REPLAYED),
})
export type ReplayRequest = z.infer<typeof Replay>

/** The payload of `phx_join`. */
const JoinPayload = z.object({
  access_token: text,
  user_token: text,
  config: z
    .object({
      private: flag,
      broadcast: z
        .object({ self: flag, ack: flag, replication_ready: flag, replay: z.unknown().optional() })
        .catch({ self: false, ack: false, replication_ready: false, replay: undefined }),
      presence: z
        .object({ key: z.string().max(1000).catch(''), enabled: flag })
        .catch({ key: '', enabled: false }),
      postgres_changes: z.array(ChangeRequest).max(MAX_CHANGES).nullish(),
    })
    .optional(),
})

export type JoinConfig = {
  readonly accessToken: string | undefined
  readonly isPrivate: boolean
  readonly broadcast: {
    readonly self: boolean
    readonly ack: boolean
    readonly replication_ready: boolean
  }
  /** `invalid` for a request that no stored message can match. */
  readonly replay: ReplayRequest | 'invalid' | undefined
  readonly presence: { readonly key: string; readonly enabled: boolean }
  readonly changes: readonly ChangeRequest[]
}

/** Parses a client's join of a channel; undefined if it is malformed. */
export function readJoinPayload(payload: unknown): JoinConfig | undefined {
  const { success, data } = JoinPayload.safeParse(payload)
  if (!success) return undefined
  const { config, access_token: accessToken, user_token: userToken } = data
  return {
    accessToken: userToken ?? accessToken,
    isPrivate: config?.private ?? false,
    broadcast: config?.broadcast ?? { self: false, ack: false, replication_ready: false },
    replay: readReplay(config?.broadcast.replay),
    presence: config?.presence ?? { key: '', enabled: false },
    changes: config?.postgres_changes ?? [],
  }
}

function readReplay(given: unknown): JoinConfig['replay'] {
  if (given === undefined || given === null) return undefined
  const { success, data } = Replay.safeParse(given)
  return success ? data : 'invalid'
}
