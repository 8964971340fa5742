/** Two states of one schema, between which the plans of both directions have to lead. */
export type DiffCase = {
  readonly name: string
  /** Both states, before the rest; `$S` is the schema. */
  readonly common?: string
  readonly before: string
  readonly after: string
  /** Why a direction is known to leave a difference. */
  readonly known?: { readonly forward?: string; readonly back?: string }
}
