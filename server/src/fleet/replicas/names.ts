import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import type { FleetFolders } from '../copies/template.ts'

const SUFFIX_LETTERS = 5
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const IDENTIFIER = /^([a-z]{20}|default)-rr-[a-z0-9-]{1,40}-([a-z]{5})$/
const FOLDER = /^([a-z]{20}|default)\.replica-[a-z]{5}$/
/** A socket's path may have 107 bytes, so its folder's name is no longer than that of a project's. */
const REF_LETTERS_IN_SOCKETS = 12

export const SLOT_PREFIX = 'stoa_replica_'

/** A new identifier in the form of the hosted platform's: `<ref>-rr-<region>-<five letters>`. */
export function newIdentifier(ref: string, region: string): string {
  const letters = Array.from({ length: SUFFIX_LETTERS }, () => LETTERS[randomInt(LETTERS.length)])
  const place = region
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .slice(0, 40)
  return `${ref}-rr-${place === '' ? 'local' : place}-${letters.join('')}`
}

/** The project that an identifier names; undefined for any other text. */
export const refOfReplica = (identifier: string): string | undefined =>
  IDENTIFIER.exec(identifier)?.[1]

/** The project whose replica has its data in a folder of this name. */
export const refOfReplicaFolder = (name: string): string | undefined => FOLDER.exec(name)?.[1]

export const replicaFolderName = (identifier: string): string =>
  `${parts(identifier).ref}.replica-${parts(identifier).suffix}`

export const replicaDataDir = (
  { projects }: Pick<FleetFolders, 'projects'>,
  identifier: string,
): string => path.join(projects, replicaFolderName(identifier))

export const replicaSocketDir = (
  { sockets }: Pick<FleetFolders, 'sockets'>,
  identifier: string,
): string => {
  const { ref, suffix } = parts(identifier)
  return path.join(sockets, `${ref.slice(0, REF_LETTERS_IN_SOCKETS)}-${suffix}`)
}

/** Each copy of the data has a slot of its own, so that a slot says which copy may use it. */
export const newSlot = (): string => `${SLOT_PREFIX}${randomBytes(6).toString('hex')}`

function parts(identifier: string): { readonly ref: string; readonly suffix: string } {
  const [, ref, suffix] = IDENTIFIER.exec(identifier) ?? []
  if (ref === undefined || suffix === undefined) throw new Error('Not the identifier of a replica')
  return { ref, suffix }
}
