import type { PaletteEntry, PaletteReader } from '../../../components/rooms/room.ts'
import { snippetsQuery } from '../../../data/resources/platform/content.ts'

/** Every custom report of the project that the user can open. */
export async function readReports({
  call,
  queryClient,
  projectRef,
}: PaletteReader): Promise<PaletteEntry[]> {
  if (projectRef === undefined) return []
  const snippets = await queryClient.fetchQuery(snippetsQuery(call, projectRef))
  return snippets
    .filter(({ type }) => type === 'report')
    .map(({ id, name }) => ({
      id: `report:${id}`,
      title: name,
      to: `/project/${projectRef}/reports/${id}`,
    }))
}
