import type { PaletteEntry, PaletteReader } from '../../components/rooms/room.ts'
import { bucketsQuery } from '../../data/resources/services/storage/buckets.ts'

/** The project's buckets. */
export async function readBuckets({
  call,
  queryClient,
  projectRef,
}: PaletteReader): Promise<PaletteEntry[]> {
  if (projectRef === undefined) return []
  const buckets = await queryClient.fetchQuery(bucketsQuery(call, projectRef))
  return buckets.map(({ id }) => ({
    id: `bucket:${projectRef}:${id}`,
    title: id,
    to: `/project/${projectRef}/storage/buckets/${encodeURIComponent(id)}`,
  }))
}
