/** Postgres cuts longer names. */
const MOST_BYTES = 63

/** The name of the table that gets rows of a moment: `todos_from_20260308_120000`, in UTC. */
export function newTableName(table: string, moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T')
  const ending = `_from_${day.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}`
  let start = table
  while (Buffer.byteLength(start + ending) > MOST_BYTES) start = [...start].slice(0, -1).join('')
  return start + ending
}
