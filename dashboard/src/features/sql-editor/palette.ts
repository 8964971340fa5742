import type { PaletteEntry, PaletteReader } from '../../components/rooms/room.ts'
import { ofEditor, snippetsQuery } from '../../data/resources/platform/content.ts'

/** Every saved query and notebook of the project that the user can open. */
export async function readQueries({
  call,
  queryClient,
  projectRef,
}: PaletteReader): Promise<PaletteEntry[]> {
  if (projectRef === undefined) return []
  const snippets = await queryClient.fetchQuery(snippetsQuery(call, projectRef))
  return ofEditor(snippets).map(({ id, type, name }) => ({
    id: `query:${id}`,
    title: name,
    ...(type === 'notebook' && { detail: 'Notebook' }),
    to: `/project/${projectRef}/sql/${type === 'notebook' ? 'notebooks/' : ''}${id}`,
  }))
}
