/** Postgres cuts longer names. */
const MOST_BYTES = 63

/** The name of the table that gets rows of a moment: `todos_from_20260308_120000`, in UTC. */
export function newTableName(table: string, moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T')
  const ending = `_from_${day.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}`
  // It reads whole characters only.
  const { read } = new TextEncoder().encodeInto(table, new Uint8Array(MOST_BYTES - ending.length))
  return table.slice(0, read) + ending
}
