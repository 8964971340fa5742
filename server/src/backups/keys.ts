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

export const manifestKey = (ref: string, chain: string, id: string) =>
  `${basePrefix(ref, chain)}${id}.manifest`
