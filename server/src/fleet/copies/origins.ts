import { z } from 'zod'
import type { Backups, RestoreTarget } from '../../backups/port.ts'
import { AppError } from '../../lib/errors.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { AnonymizeRule } from './anonymize-rules.ts'

/**
 * Where the data of a new project comes from, as `fleet.instances` records it. A project without an
 * origin starts with the template's data.
 */
export const Origin = z.discriminatedUnion('kind', [
  /** Another project as it is when the data is copied; a branch. */
  z.discriminatedUnion('content', [
    z.object({
      kind: z.literal('copy'),
      ref: z.string(),
      /** `schema` empties the tables of the copy before anybody can connect. */
      content: z.enum(['data', 'schema']),
    }),
    z.object({
      kind: z.literal('copy'),
      ref: z.string(),
      /** The values of these columns are replaced before anybody can connect. */
      content: z.literal('anonymized'),
      rules: z.array(AnonymizeRule).min(1).max(500),
    }),
  ]),
  /** Another project as it was, from its backups. */
  z.object({
    kind: z.literal('backup'),
    ref: z.string(),
    target: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('backup'), id: z.string() }),
      z.object({ kind: z.literal('time'), at: z.iso.datetime() }),
    ]),
  }),
])
export type Origin = z.infer<typeof Origin>

/** Fills the data directory of a new project from its origin. */
export type PlaceOrigin = (dataDir: string, origin: Origin, signal: AbortSignal) => Promise<void>

/** A project whose data another one begins with. */
export type CopyOrigin = Extract<Origin, { kind: 'copy' }>

export type OriginDeps = {
  readonly accounts: Pick<ClusterAccounts, 'of'>
  /** Copies a project's data directory while its cluster runs or sleeps. */
  readonly copy: (dataDir: string, origin: CopyOrigin, signal: AbortSignal) => Promise<void>
  readonly backups?: Backups | undefined
}

/** Places the data of new projects that have an origin. */
export const createPlaceOrigin =
  ({ accounts, copy, backups }: OriginDeps): PlaceOrigin =>
  async (dataDir, origin, signal) => {
    if (origin.kind === 'copy') return copy(dataDir, origin, signal)
    if (!backups) throw backupsAreOff()
    await backups.place(dataDir, {
      ref: origin.ref,
      target: toTarget(origin.target),
      account: await accounts.of(dataDir),
    })
  }

type RecordedTarget = Extract<Origin, { kind: 'backup' }>['target']

const toTarget = (target: RecordedTarget): RestoreTarget =>
  target.kind === 'time' ? { kind: 'time', at: new Date(target.at) } : target

const backupsAreOff = () =>
  new AppError('backups_off', 'This installation makes no backups.', {
    status: 409,
    hint: 'An operator can switch them on in the settings of the server.',
  })
