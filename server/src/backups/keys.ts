import { historyName, segmentName, type SegmentId } from './wal/segment-names.ts'

/** The keys of objects in the store: one prefix for each project, and in it one for each chain. */

export const projectPrefix = (ref: string) => `${ref}/`
const chainPrefix = (ref: string, chain: string) => `${ref}/${chain}/`

export const walPrefix = (ref: string, chain: string) => `${chainPrefix(ref, chain)}wal/`
export const basePrefix = (ref: string, chain: string) => `${chainPrefix(ref, chain)}base/`

export const segmentKey = (
  ref: string,
  chain: string,
  { segmentBytes, ...segment }: SegmentId & { readonly segmentBytes: number },
) => `${walPrefix(ref, chain)}${segmentName(segment, segmentBytes)}`

export const historyKey = (ref: string, chain: string, timeline: number) =>
  `${walPrefix(ref, chain)}${historyName(timeline)}`

export const tarKey = (ref: string, chain: string, id: string) =>
  `${basePrefix(ref, chain)}${id}.tar`

/** The object that says what a base backup of the platform's database consists of. */
export const descriptionKey = (ref: string, chain: string, id: string) =>
  `${basePrefix(ref, chain)}${id}.description`

export const filesPrefix = (ref: string) => `${projectPrefix(ref)}files/`
export const listsPrefix = (ref: string) => `${filesPrefix(ref)}lists/`
export const partsPrefix = (ref: string) => `${filesPrefix(ref)}parts/`

/** The list of a project's files at one moment; the names are in the order of the moments. */
export const listKey = (ref: string, at: Date, id: string) =>
  `${listsPrefix(ref)}${at.toISOString().replaceAll(/[-:.]/g, '')}-${id}`

/** A part of a file, by the digest of its content. */
export const partKey = (ref: string, digest: string) =>
  `${partsPrefix(ref)}${digest.slice(0, 2)}/${digest}`

export const manifestKey = (ref: string, chain: string, id: string) =>
  `${basePrefix(ref, chain)}${id}.manifest`
