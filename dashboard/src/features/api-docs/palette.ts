import type { PaletteEntry, PaletteReader } from '../../components/rooms/room.ts'
import { namesQuery } from '../../data/resources/services/meta/tables.ts'

/** Every function that clients can call. It opens its documentation. */
export async function readFunctions({
  call,
  queryClient,
  projectRef,
}: PaletteReader): Promise<PaletteEntry[]> {
  if (projectRef === undefined) return []
  const { functions } = await queryClient.fetchQuery(namesQuery(call, projectRef))
  const address = `/project/${projectRef}/api/functions`
  return functions.map(({ schema, name }) => ({
    id: `function:${projectRef}:${schema}.${name}`,
    title: name,
    detail: schema,
    to: `${address}/${encodeURIComponent(name)}?${new URLSearchParams({ schema }).toString()}`,
  }))
}
