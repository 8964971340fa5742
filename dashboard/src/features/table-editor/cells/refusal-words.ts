/** A short explanation for the codes that say why a value was refused. */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['invalid_value', 'The column’s type doesn’t allow this value'],
  ['datatype_mismatch', 'The column’s type doesn’t allow this value'],
  ['not_null_violation', 'The column needs a value other than NULL'],
  ['unique_violation', 'Another row already has this value'],
  ['foreign_key_violation', 'A foreign key doesn’t allow this value'],
  ['check_violation', 'A check constraint doesn’t allow this value'],
  ['exclusion_violation', 'This value conflicts with another row'],
  ['permission_denied', 'The selected role can’t change this value'],
])

type Refusal = { readonly message: string; readonly code: string | undefined }

/**
 * Why a value was refused. The reason of Postgres follows an explanation, because it is not a full
 * sentence and its first word can be a name, which keeps its spelling.
 */
export function refusalReason({ message, code }: Refusal): string {
  const reason = /[.!?]$/.test(message) ? message : `${message}.`
  const explanation = code === undefined ? undefined : EXPLANATIONS.get(code)
  return explanation === undefined ? reason : `${explanation}: ${reason}`
}
