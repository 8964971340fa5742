import type { PaletteEntry, PaletteReader } from '../../components/rooms/room.ts'
import { namesQuery } from '../../data/resources/services/meta/tables.ts'

/** Every table and view of the project. */
export async function readTables(from: PaletteReader): Promise<PaletteEntry[]> {
  const { tables, address } = await readNames(from)
  return tables.map(({ id, schema, name }) => ({
    id: `table:${address}:${id}`,
    title: name,
    detail: schema,
    to: `${address}/${id}`,
  }))
}

/** Every column. It opens its table. */
export async function readColumns(from: PaletteReader): Promise<PaletteEntry[]> {
  const { tables, address } = await readNames(from)
  return tables.flatMap(({ id, schema, name, columns }) =>
    columns.map((column) => ({
      id: `column:${address}:${id}:${column}`,
      title: column,
      detail: `${schema}.${name}`,
      to: `${address}/${id}`,
    })),
  )
}

async function readNames({ call, queryClient, projectRef }: PaletteReader) {
  if (projectRef === undefined) return { tables: [], address: '' }
  const { tables } = await queryClient.fetchQuery(namesQuery(call, projectRef))
  return { tables, address: `/project/${projectRef}/editor` }
}
