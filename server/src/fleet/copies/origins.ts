import { AnonymizeRule } from '@stoa/contract/platform/anonymization'
import { z } from 'zod'
import type { Backups, RestoreTarget } from '../../backups/port.ts'
import { AppError } from '../../lib/errors.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'

/** A moment of a project's backups, as the records of the fleet store it. */
export const RecordedTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('backup'), id: z.string() }),
  z.object({ kind: z.literal('time'), at: z.iso.datetime() }),
])
export type RecordedTarget = z.infer<typeof RecordedTarget>

const copied = {
  kind: z.literal('copy'),
  ref: z.string(),
  /** The moment of its backups that the copy shows, instead of the present. */
  at: z.iso.datetime().optional(),
}

/** Another project whose data a branch or a clone begins with. */
export const CopyOrigin = z.discriminatedUnion('content', [
  z.object({
    ...copied,
    /** `schema` empties the tables of the copy before anybody can connect. */
    content: z.enum(['data', 'schema']),
  }),
  z.object({
    ...copied,
    /** The values of these columns are replaced before anybody can connect. */
    content: z.literal('anonymized'),
    rules: z.array(AnonymizeRule).min(1).max(500),
  }),
])
export type CopyOrigin = z.infer<typeof CopyOrigin>

/**
 * Where the data of a new project comes from, as `fleet.instances` records it. A project without an
 * origin starts with the template's data.
 */
export const Origin = z.discriminatedUnion('kind', [
  CopyOrigin,
  /** Another project as it was, from its backups. */
  z.object({
    kind: z.literal('backup'),
    ref: z.string(),
    target: RecordedTarget,
  }),
])
export type Origin = z.infer<typeof Origin>

/** Fills the data directory of a new project from its origin. */
export type PlaceOrigin = (dataDir: string, origin: Origin, signal: AbortSignal) => Promise<void>

/** Fills a data directory with the data of another project, and its services' files with those of it. */
export type PlaceCopy = (
  dataDir: string,
  origin: CopyOrigin,
  options: { readonly signal: AbortSignal; readonly isReset: boolean },
) => Promise<void>

export type OriginDeps = {
  readonly accounts: Pick<ClusterAccounts, 'next'>
  /** Copies a project's data directory while its cluster runs or sleeps. */
  readonly copy: PlaceCopy
  readonly backups?: Backups | undefined
}

/** Places the data of new projects that have an origin. */
export const createPlaceOrigin =
  ({ accounts, copy, backups }: OriginDeps): PlaceOrigin =>
  async (dataDir, origin, signal) => {
    if (origin.kind === 'copy') return copy(dataDir, origin, { signal, isReset: false })
    if (!backups) throw backupsAreOff()
    await backups.place(dataDir, {
      ref: origin.ref,
      target: toTarget(origin.target),
      account: await accounts.next(),
    })
  }

export const toTarget = (target: RecordedTarget): RestoreTarget =>
  target.kind === 'time' ? { kind: 'time', at: new Date(target.at) } : target

export const toRecordedTarget = (target: RestoreTarget): RecordedTarget =>
  target.kind === 'time' ? { kind: 'time', at: target.at.toISOString() } : target

/** 409: nothing can be restored here. */
export const backupsAreOff = () =>
  new AppError('backups_off', 'This installation makes no backups.', {
    status: 409,
    hint: 'An operator can switch them on in the settings of the server.',
  })
