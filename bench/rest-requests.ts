/** A request that the data API and the bare handler answer alike, as paths at the two. */
export type RestRequest = {
  readonly ours: string
  readonly bare: string
  /** The body of a POST request. */
  readonly body?: string
}

export const READ: RestRequest = {
  ours: 'specimen?select=specimen_id,label,height_mm&bed_id=eq.1&order=specimen_id&limit=20',
  bare: 'read',
}
export const EMBED: RestRequest = {
  ours: 'family?select=name,species(name,specimen(label,height_mm))&order=family_id&limit=5',
  bare: 'embed',
}
export const INSERT: RestRequest = {
  ours: 'note',
  bare: 'insert',
  body: JSON.stringify({ title: 'A note', body: 'with a few words in it' }),
}
export const CALL: RestRequest = {
  ours: 'rpc/add_up',
  bare: 'rpc',
  body: JSON.stringify({ a: 1, b: 2 }),
}
